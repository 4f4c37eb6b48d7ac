//! Naming things by their content.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Names something by its content: equal fingerprints mean equal content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// The fingerprint of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        let mut name = [0; 16];
        name.copy_from_slice(&digest[..16]);
        Self(name)
    }
}
