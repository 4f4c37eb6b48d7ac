//! What names the content of a value. Places and annotations are no part of it, nor is what is not known of it.

use std::sync::OnceLock;

use super::fingerprint::Fingerprint;
use super::{Key, ValueKind};

/// The hash of the content of one map or array, once somebody asked for it. A copy, which is made to be changed, starts
/// without.
#[derive(Debug, Default)]
pub struct ContentHash(OnceLock<Fingerprint>);

impl Clone for ContentHash {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ValueKind {
    /// The hash of a map or an array.
    pub fn hash(&self) -> Option<Fingerprint> {
        let hash = match self {
            Self::Mapping(mapping) => &mapping.hash,
            Self::Sequence(sequence) => &sequence.hash,
            _ => return None,
        };
        Some(*hash.0.get_or_init(|| {
            let mut bytes = vec![tag(Some(self))];
            if let Self::Mapping(mapping) = self {
                bytes.push(u8::from(mapping.repeated.is_some()));
            }
            for child in self.children() {
                if let Some(key) = child.key() {
                    Self::from(key).write(&mut bytes);
                }
                child.value.kind.write(&mut bytes);
            }
            Fingerprint::of(&bytes)
        }))
    }

    /// Writes it down: its kind, then a scalar itself, and of a map or an array the hash.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(tag(Some(self)));
        match self {
            Self::Null | Self::Unknown => {}
            Self::Bool(bool) => bytes.push(u8::from(*bool)),
            Self::Int(int) => bytes.extend(int.get().to_le_bytes()),
            Self::Float(float) => bytes.extend(float.to_bits().to_le_bytes()),
            Self::String(text) => {
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            Self::Mapping(_) | Self::Sequence(_) => bytes.extend(self.hash().iter().flat_map(|hash| hash.0)),
        }
    }

    /// The child of a key, or of an index of an array.
    pub fn child(&self, key: &Key) -> Option<&Self> {
        let child = match (self, key) {
            (Self::Mapping(mapping), key) => mapping.get(key),
            (Self::Sequence(items), Key::Int(index)) => items.iter().nth(usize::try_from(index.get()).ok()?),
            _ => None,
        };
        child.map(|child| &child.kind)
    }
}

/// Tells kinds of values apart, and values that are not there.
pub fn tag(kind: Option<&ValueKind>) -> u8 {
    match kind {
        None => 0,
        Some(ValueKind::Null) => 1,
        Some(ValueKind::Bool(_)) => 2,
        Some(ValueKind::Int(_)) => 3,
        Some(ValueKind::Float(_)) => 4,
        Some(ValueKind::String(_)) => 5,
        Some(ValueKind::Mapping(_)) => 6,
        Some(ValueKind::Sequence(_)) => 7,
        Some(ValueKind::Unknown) => 8,
    }
}
