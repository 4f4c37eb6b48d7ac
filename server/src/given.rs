//! The bundle that the command line gives, in ytt's order: what comes later wins.
//!
//! Only the shape of a flag is checked here (`key=value`, a readable file); whether its value suits the schema, the
//! engine says.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use sayl_core::schema::library_address;
use sayl_core::template::job::{FileType, Options};
use sayl_core::vfs::{ReadError, Vfs};
use sayl_core::workspace::marks::{FileMark, unmatched};
use sayl_core::workspace::{GivenBundle, RENAMED, ValueFlag};

use crate::arguments::{BundleArguments, LinkArguments, ReadingArguments};
use crate::paths::Paths;

/// The bundle of these arguments; `paths` remembers how files were spelt.
///
/// A flag that cannot be used is an error for the person who typed it.
pub(crate) fn bundle(
    arguments: &BundleArguments,
    environment: &[(OsString, OsString)],
    paths: &mut Paths,
    vfs: &dyn Vfs,
) -> Result<GivenBundle, String> {
    let given = arguments.files.iter().filter(|path| !is_link_to_folder(path));
    let mut files = Vec::new();
    for path in given {
        let source = source(path, paths, vfs)?;
        files.push(paths.add(&source));
    }
    let marks = arguments
        .file_marks
        .iter()
        .map(|mark| FileMark::parse(mark).map_err(|mistake| format!("--file-mark {mark}: {mistake}")));
    let marks = marks.collect::<Result<_, _>>()?;
    let (mut data_values_files, mut library_values_files) = (Vec::new(), Vec::new());
    for path in &arguments.data_values_files {
        match library_file(path) {
            Some((library, path)) => {
                check_address("--data-values-file", &library)?;
                library_values_files.push((library, paths.add(&unnamed(&path)?)));
            }
            None => data_values_files.push(paths.add(&unnamed(path)?)),
        }
    }
    let mut flags = Vec::new();
    for prefix in &arguments.data_values_env {
        flags.extend(from_environment("--data-values-env", prefix, environment, false)?);
    }
    for prefix in &arguments.data_values_env_yaml {
        flags.extend(from_environment("--data-values-env-yaml", prefix, environment, true)?);
    }
    for text in &arguments.data_value {
        flags.push(from_pair("--data-value", text, false)?);
    }
    for text in &arguments.data_value_yaml {
        flags.push(from_pair("--data-value-yaml", text, true)?);
    }
    for text in &arguments.data_value_file {
        flags.push(from_file(text, paths, vfs)?);
    }
    let options = options(&arguments.reading);
    let bundle = GivenBundle { files, marks, data_values_files, library_values_files, flags, ..GivenBundle::default() };
    Ok(GivenBundle { options, ..bundle })
}

/// The library and the file of `@library:path`.
fn library_file(path: &Path) -> Option<(String, PathBuf)> {
    let (library, file) = path.to_str().filter(|path| path.starts_with('@'))?.split_once(':')?;
    Some((library.to_owned(), PathBuf::from(file)))
}

fn options(arguments: &ReadingArguments) -> Options {
    Options {
        ignore_unknown_comments: arguments.ignore_unknown_comments,
        implicit_map_key_overrides: arguments.implicit_map_key_overrides,
        strict: arguments.strict,
        skip_validation: arguments.dangerous_data_values_disable_validation,
        ..Options::default()
    }
}

/// Whether a path names a link to a folder, and not by a slash at its end the folder: for ytt that is a file, which is
/// read by nobody.
pub(crate) fn is_link_to_folder(path: &Path) -> bool {
    !path.as_os_str().as_encoded_bytes().ends_with(b"/") && path.is_symlink() && path.is_dir()
}

/// What is wrong with marks, given the files of the bundle by the paths that marks know them by and, where output is
/// wanted, by what is said of them.
pub(crate) fn check_marks(bundle: &GivenBundle, vfs: &dyn Vfs, is_output_wanted: bool) -> Result<(), String> {
    if bundle.marks.is_empty() {
        return Ok(());
    }
    let mut unmarked = Vec::new();
    for root in &bundle.files {
        for path in vfs.files_below(root).unwrap_or_default() {
            unmarked.extend(GivenBundle::unmarked(root, &path));
            let Some((name, marks)) = bundle.source(root, &path).filter(|_| is_output_wanted) else { continue };
            let is_beyond_output = matches!(marks.type_of(&name), FileType::Data | FileType::Starlark);
            if marks.is_output == Some(true) && is_beyond_output {
                return Err(format!("--file-mark: `{name}` cannot be output: it is neither YAML nor text"));
            }
        }
    }
    match unmatched(&bundle.marks, &unmarked) {
        Some(mark) => Err(format!("--file-mark {}: no file has this path", mark.text)),
        None => Ok(()),
    }
}

/// Refuses links that lead to where they are not allowed to.
pub(crate) fn check_links(arguments: &LinkArguments, links: &[PathBuf]) -> Result<(), String> {
    let allowed: Vec<PathBuf> = arguments.allowed.iter().filter_map(|path| std::path::absolute(path).ok()).collect();
    let is_allowed = |link: &&PathBuf| {
        let target = link.canonicalize();
        // What leads to no file, such as the pipe of another command, leads nowhere that matters.
        target.is_err() && link.exists() || target.is_ok_and(|target| allowed.iter().any(|it| target.starts_with(it)))
    };
    match links.iter().find(|link| !arguments.allows_all && !is_allowed(link)) {
        None => Ok(()),
        Some(link) => Err(format!(
            "{}: this is a symbolic link, and ytt follows one only where --allow-symlink-destination says so",
            link.display()
        )),
    }
}

/// `-f path`, or `-f name=path`, which gives a file another path from the root of the bundle: what it is for, the name
/// says. A folder keeps its own.
pub(crate) fn renamed(path: &Path) -> Result<Option<(PathBuf, PathBuf)>, String> {
    let Some((name, file)) = path.to_str().and_then(|text| text.split_once('=')) else { return Ok(None) };
    if file.contains('=') {
        return Err(format!("{}: a file is given as path, or as name=path", path.display()));
    }
    let parts = Path::new(name).components().filter(|part| matches!(part, Component::Normal(_)));
    Ok(Some((parts.collect(), PathBuf::from(file))))
}

/// The folder in which a file with another path stands instead of its own.
pub(crate) fn folder_of_renamed(file: &Path) -> PathBuf {
    let mut folder = file.as_os_str().to_owned();
    folder.push(RENAMED.to_string());
    folder.into()
}

fn source(path: &Path, paths: &Paths, vfs: &dyn Vfs) -> Result<PathBuf, String> {
    let file = path.to_str().map(|text| text.split_once('=').map_or(text, |(_, file)| file));
    if file.is_some_and(|file| file.starts_with("http://") || file.starts_with("https://")) {
        return Err(format!("{}: sayl reads no files from the network; download it and give the file", path.display()));
    }
    Ok(match renamed(path)? {
        None => path.to_path_buf(),
        Some((name, file)) if file.is_dir() || name.as_os_str().is_empty() => file,
        // What is not there is reported under the path that was looked for. Standard input is on no disk.
        Some((_, file)) if !file.exists() && vfs.read(&paths.absolute(&file)) == Err(ReadError::NotFound) => file,
        Some((_, file)) => folder_of_renamed(&file),
    })
}

/// The path of a file of values, which may be given another one as well; that says nothing there.
fn unnamed(path: &Path) -> Result<PathBuf, String> {
    Ok(renamed(path)?.map_or_else(|| path.to_path_buf(), |(_, file)| file))
}

/// A `key=value` pair.
fn from_pair(flag: &str, text: &str, is_yaml: bool) -> Result<ValueFlag, String> {
    let (key, value) = split(flag, text)?;
    let (library, key) = address(flag, key)?;
    Ok(ValueFlag { flag: flag.to_owned(), library, keys: keys(key, "."), text: value.to_owned(), is_yaml })
}

fn from_file(text: &str, paths: &Paths, vfs: &dyn Vfs) -> Result<ValueFlag, String> {
    let flag = "--data-value-file";
    let (key, path) = split(flag, text)?;
    let (library, key) = address(flag, key)?;
    let bytes = vfs
        .read(&paths.absolute(&unnamed(Path::new(path))?))
        .map_err(|error| format!("{flag} {text}: {}", describe(&error)))?;
    let text = std::str::from_utf8(&bytes).map_err(|_| format!("{flag} {text}: the file is not UTF-8 text"))?;
    Ok(ValueFlag { flag: flag.to_owned(), library, keys: keys(key, "."), text: text.to_owned(), is_yaml: false })
}

/// The keys that lead to a value, outermost first. As for ytt, there is no way to name a key that holds the separator,
/// and nothing between two of them is a key too.
fn keys(text: &str, separator: &str) -> Vec<String> {
    text.split(separator).map(str::to_owned).collect()
}

fn split<'a>(flag: &str, text: &'a str) -> Result<(&'a str, &'a str), String> {
    text.split_once('=').ok_or_else(|| format!("{flag} {text}: a data value is given as key=value, such as db.port=80"))
}

/// The library that a key is addressed to, as in `@lib:key`, and the key.
fn address<'a>(flag: &str, key: &'a str) -> Result<(Option<String>, &'a str), String> {
    match key.split_once(':') {
        None => Ok((None, key)),
        Some((library, rest)) if library.starts_with('@') && !rest.contains(':') => {
            check_address(flag, library)?;
            Ok((Some(library.to_owned()), rest))
        }
        Some(_) => Err(format!("{flag} {key}: a colon in a key separates a library, as in @library:key")),
    }
}

/// Refuses an address that names no library.
fn check_address(flag: &str, library: &str) -> Result<(), String> {
    let mistake = if library == "@" { Some("names no library") } else { library_address::read(library).err() };
    mistake.map_or(Ok(()), |mistake| Err(format!("{flag} {library}: the address of the library {mistake}")))
}

/// `PREFIX_a__b=x` gives `a.b`.
fn from_environment(
    flag: &str,
    prefix: &str,
    environment: &[(OsString, OsString)],
    is_yaml: bool,
) -> Result<Vec<ValueFlag>, String> {
    let (library, prefix) = address(flag, prefix)?;
    let start = format!("{prefix}_");
    let mut flags = Vec::new();
    for (name, value) in environment {
        let Some(key) = name.to_str().and_then(|name| name.strip_prefix(&start)) else { continue };
        let Some(text) = value.to_str() else {
            return Err(format!("{flag} {prefix}: the environment variable {start}{key} is not UTF-8 text"));
        };
        let keys = keys(key, "__");
        let (flag, library) = (format!("{flag} {prefix}"), library.clone());
        flags.push(ValueFlag { flag, library, keys, text: text.to_owned(), is_yaml });
    }
    Ok(flags)
}

/// Why a file could not be read, for people.
pub(crate) fn describe(error: &ReadError) -> String {
    match error {
        ReadError::NotFound => "there is no such file".to_owned(),
        ReadError::IsFolder => "this is a folder, not a file".to_owned(),
        ReadError::ClosedFolder(reason) => format!("the files of this folder cannot be listed: {reason}"),
        ReadError::TooLarge { size, limit } => format!("the file has {size} bytes; the limit is {limit}"),
        ReadError::Outside => "it lies outside of the project".to_owned(),
        ReadError::Other(reason) => format!("the file cannot be read: {reason}"),
    }
}
