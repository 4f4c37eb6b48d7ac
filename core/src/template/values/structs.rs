//! `struct`: names with values, read as attributes and by index. `data.values` is one, with the places that declare
//! its names.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use allocative::Allocative;
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;
use starlark::coerce::Coerce;
use starlark::starlark_complex_value;
use starlark::values::{
    Freeze, Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Trace, Value,
    ValueLifetimeless, ValueLike, starlark_value,
};

use super::mistake::BuiltinError;
use super::scalar::{from_starlark, to_starlark};
use crate::problem::nearest;
use crate::template::dialect;
use crate::text::Place;
use crate::values::{Key, ValueKind};

/// The names of a struct in order, and what becomes of names that it does not have.
#[derive(Debug, Default)]
pub(crate) struct StructNames {
    /// Each name with the place that declares it, [`Place::NOWHERE`] for computed ones.
    pub(crate) places: IndexMap<Key, Place>,
    /// Told about names that are asked for in vain.
    pub(crate) misses: Misses,
    /// The indexes of names whose values stand in for refused ones.
    pub(crate) stand_ins: FxHashSet<usize>,
    /// Told when code looks at these.
    pub(crate) looks: Looks,
    /// The name of the module that the struct is, if it is one.
    pub(crate) module: Option<SmolStr>,
}

/// The last name that was asked for and not found, with the names that were there: an error message of Starlark has
/// room for neither.
#[derive(Clone, Debug, Default)]
pub(crate) struct Misses(Arc<Mutex<Option<Miss>>>);

/// Whether code looked at values that stand in for refused ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks(Arc<AccessFlags>);

#[derive(Debug, Default)]
struct AccessFlags {
    /// Since somebody took note of it.
    now: AtomicBool,
    /// Since the file that is loaded began.
    during_load: AtomicBool,
    /// While files were loaded: what they define may depend on it, wherever it is used.
    in_loads: AtomicBool,
}

impl Looks {
    /// Notes that code looked.
    pub(crate) fn look(&self) {
        self.0.now.store(true, Ordering::Relaxed);
        self.0.during_load.store(true, Ordering::Relaxed);
    }

    /// Whether code looked since somebody took note of it.
    pub(crate) fn is_set(&self) -> bool {
        self.0.now.load(Ordering::Relaxed)
    }

    /// Takes note of it.
    pub(crate) fn take(&self) -> bool {
        self.0.now.swap(false, Ordering::Relaxed)
    }

    /// Whether nobody knows what depends on it.
    pub(crate) fn is_unsure(&self) -> bool {
        self.0.in_loads.load(Ordering::Relaxed)
    }

    /// Runs a file that is loaded.
    pub(crate) fn of_load<R>(&self, load: impl FnOnce() -> R) -> R {
        let before = self.0.during_load.swap(false, Ordering::Relaxed);
        let result = load();
        if self.0.during_load.load(Ordering::Relaxed) {
            self.0.in_loads.store(true, Ordering::Relaxed);
        }
        self.0.during_load.fetch_or(before, Ordering::Relaxed);
        result
    }
}

/// A name that a struct does not have.
#[derive(Clone, Debug)]
pub(crate) struct Miss {
    /// The name.
    pub(crate) name: SmolStr,
    /// The names that the struct has, with the places that declare them.
    pub(crate) names: Vec<(String, Place)>,
}

impl Misses {
    /// The last miss, once.
    pub(crate) fn take(&self) -> Option<Miss> {
        self.0.lock().ok()?.take()
    }

    fn put(&self, miss: Miss) {
        if let Ok(mut last) = self.0.lock() {
            *last = Some(miss);
        }
    }
}

/// A struct on a heap.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(crate) struct StructGen<V: ValueLifetimeless> {
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    #[allocative(skip)]
    names: Arc<StructNames>,
    /// As many as there are names.
    values: Box<[V]>,
}

starlark_complex_value!(pub(crate) Struct);

impl<'v> Struct<'v> {
    /// A struct of names that the code makes, in order.
    pub(crate) fn computed(fields: impl IntoIterator<Item = (Key, Value<'v>)>) -> Self {
        let fields: IndexMap<Key, Value<'v>> = fields.into_iter().collect();
        let places = fields.keys().map(|key| (key.clone(), Place::NOWHERE)).collect();
        Self::new(StructNames { places, ..StructNames::default() }, fields.into_values().collect())
    }

    /// A module of names that the code makes.
    pub(crate) fn module(name: &str, fields: impl IntoIterator<Item = (Key, Value<'v>)>) -> Self {
        let Self { names, values } = Self::computed(fields);
        let places = names.places.clone();
        Self::new(StructNames { places, module: Some(name.into()), ..StructNames::default() }, values)
    }

    /// A struct of names that a text declares; `values` has as many as there are names.
    pub(crate) fn new(names: StructNames, values: Box<[Value<'v>]>) -> Self {
        Self { names: Arc::new(names), values }
    }
}

impl<'v, V: ValueLike<'v>> StructGen<V> {
    /// The names with their values, in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Key, Value<'v>)> + '_ {
        if !self.names.stand_ins.is_empty() {
            self.names.looks.look();
        }
        self.names.places.keys().zip(self.values.iter().map(|value| value.to_value()))
    }

    /// The value of a name.
    pub(crate) fn get(&self, key: &Key) -> Option<Value<'v>> {
        let index = self.names.places.get_index_of(key)?;
        if self.names.stand_ins.contains(&index) {
            self.names.looks.look();
        }
        self.values.get(index).map(|value| value.to_value())
    }

    /// Whether code made it as a module.
    pub(crate) fn is_module(&self) -> bool {
        self.names.module.is_some()
    }

    /// Refuses a module, which has members and is no collection of them.
    fn refuse_module(&self, refusal: &str) -> starlark::Result<()> {
        if self.is_module() { Err(BuiltinError::new(format!("a module {refusal}")).error()) } else { Ok(()) }
    }

    fn missed(&self, name: &str) {
        let names = self.names.places.iter().map(|(key, place)| (key.to_string(), *place)).collect();
        self.names.misses.put(Miss { name: name.into(), names });
    }
}

impl<V: ValueLifetimeless> fmt::Display for StructGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.names.module {
            Some(name) => write!(f, "<module \"{name}\">"),
            None => f.write_str("struct(...)"),
        }
    }
}

#[starlark_value(type = "struct")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for StructGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn to_bool(&self) -> bool {
        self.names.module.is_some() || !self.values.is_empty()
    }

    fn get_attr(&self, attribute: &str, _: Heap<'v>) -> Option<Value<'v>> {
        let attribute = dialect::restore(attribute);
        let value = self.get(&Key::String(attribute.as_ref().into()));
        if value.is_none() {
            self.missed(&attribute);
        }
        value
    }

    fn has_attr(&self, attribute: &str, _: Heap<'v>) -> bool {
        self.names.places.contains_key(&Key::String(dialect::restore(attribute).into()))
    }

    fn dir_attr(&self) -> Vec<String> {
        self.names.places.keys().map(Key::to_string).collect()
    }

    fn at(&self, index: Value<'v>, _: Heap<'v>) -> starlark::Result<Value<'v>> {
        self.refuse_module("cannot be indexed")?;
        let key = key_of(index);
        key.as_ref().and_then(|key| self.get(key)).ok_or_else(|| {
            let names = self.names.places.keys().map(Key::to_string);
            let near = index.unpack_str().and_then(|name| nearest(name, names));
            let mistake = BuiltinError::new(format!("the struct has no key {}", index.to_repr()));
            let mistake = index.unpack_str().into_iter().fold(mistake, BuiltinError::missing);
            near.into_iter().fold(mistake, |mistake, near| mistake.hint(format!("did you mean `{near}`?"))).error()
        })
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        self.refuse_module("holds no values to look for")?;
        Ok(key_of(other).is_some_and(|key| self.names.places.contains_key(&key)))
    }

    fn length(&self) -> starlark::Result<i32> {
        self.refuse_module("has no length")?;
        Ok(i32::try_from(self.values.len()).unwrap_or(i32::MAX))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        self.refuse_module("cannot be iterated over")?;
        Ok(self.names.places.keys().map(|key| to_starlark(&ValueKind::from(key), heap)).collect())
    }
}

/// The key that an index is.
pub(crate) fn key_of(index: Value<'_>) -> Option<Key> {
    from_starlark(index).as_ref().and_then(Key::of)
}

/// What is said of a key that is not there.
pub(super) fn missing_key(index: Value<'_>, holder: &str) -> starlark::Error {
    BuiltinError::new(format!("the {holder} has no key {}", index.to_repr())).error()
}
