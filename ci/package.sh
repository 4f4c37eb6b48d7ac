#!/bin/bash
# package.sh KIND FOLDER [TARGET [SAYL]]: puts a package of KIND into FOLDER.
#
#   archive  the program for TARGET with its manual page and completions, and a checksum
#   wheel    for PyPI: `pip install sayl`, `uvx sayl`
#   npm      for npm: `sayl`, and `@sayl/PLATFORM` with the program: `npx sayl`
#   deb      for Debian and Ubuntu
#   vsix     the extension of Visual Studio Code with the program in it
#   all      these
#   web      the npm package of the module for browsers, the playground, and the extension for VS Code for the Web
#   crates   the crates, built from what is packed
#   release  what names the archives in FOLDER: SHA256SUMS, the installer, a formula for Homebrew, an entry of Mason's
#            registry; needs `repository` in Cargo.toml, or SAYL_REPOSITORY
#
# `archive` builds the program, or takes SAYL; the others take it from the archive in FOLDER, so one machine packs for
# all. `web` builds the module, or takes what web/build.sh made in the folder SAYL_WEB_BUILT. Without TARGET it is this
# machine's Linux, linked statically. The same sources give the same archive.
set -euo pipefail
usage() { sed -n '2s/^# //p' "$0" >&2; exit 2; }
[ $# -ge 2 ] && [ $# -le 4 ] || usage
kind=$1 target=${3:-$(uname -m)-unknown-linux-musl} sayl=${4:+$(realpath "$4")}
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
description=$(sed -n 's/^description = "\(.*\)"/\1/p' Cargo.toml | head -1)
repository=${SAYL_REPOSITORY:-$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml | head -1)}
name=sayl-$target

# How the registries call TARGET. A program without a libc of the machine serves every Linux.
case $target in
  x86_64-unknown-linux-musl) wheel=manylinux2014_x86_64.musllinux_1_1_x86_64 node=linux-x64 debian=amd64 vscode="linux-x64 alpine-x64" ;;
  aarch64-unknown-linux-musl) wheel=manylinux2014_aarch64.musllinux_1_1_aarch64 node=linux-arm64 debian=arm64 vscode="linux-arm64 alpine-arm64" ;;
  x86_64-apple-darwin) wheel=macosx_10_12_x86_64 node=darwin-x64 debian='' vscode=darwin-x64 ;;
  aarch64-apple-darwin) wheel=macosx_11_0_arm64 node=darwin-arm64 debian='' vscode=darwin-arm64 ;;
  x86_64-pc-windows-msvc) wheel=win_amd64 node=win32-x64 debian='' vscode=win32-x64 ;;
  aarch64-pc-windows-msvc) wheel=win_arm64 node=win32-arm64 debian='' vscode=win32-arm64 ;;
  *) echo "package.sh: no package for $target" >&2; exit 2 ;;
esac

has_one_version() {
  grep --quiet "^version = \"$version\"" pyproject.toml && grep --quiet "sayl==$version\"" pyproject.toml \
    && grep --quiet "^  \"version\": \"$version\"" editors/vscode/package.json \
    && grep --quiet "^version = \"$version\"" editors/zed/extension.toml \
    && grep --quiet "^  \"version\": \"$version\"" web/package/package.json && return
  echo "package.sh: a version is not that of Cargo.toml, $version: pyproject.toml, editors/vscode/package.json, editors/zed/extension.toml and web/package/package.json have one" >&2
  return 1
}

build() {
  if [ -z "$sayl" ]; then
    cargo build --locked --profile dist --package sayl --target "$target"
    sayl=${CARGO_TARGET_DIR:-target}/$target/dist/sayl
    [ -e "$sayl" ] || sayl=$sayl.exe
  fi
}

# Nothing says when and by whom it was made, where tar can leave that out.
tar_of() {
  local plain=()
  if tar --version | grep -q GNU; then plain=(--sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner); fi
  # An empty list is an error in the bash of macOS.
  tar ${plain[@]+"${plain[@]}"} -C "$1" -cf - "$2" | gzip -9n
}

checksum() { if command -v sha256sum > /dev/null; then sha256sum "$@"; else shasum --algorithm 256 "$@"; fi; }

archive() {
  local inside=$work/archive/$name program=sayl
  build
  case $target in *windows*) program=sayl.exe ;; esac
  mkdir -p "$inside"/{completions,man}
  install -m 755 "$sayl" "$inside/$program"
  cp README.md CHANGELOG.md LICENSE "$inside"
  "$sayl" man > "$inside/man/sayl.1"
  "$sayl" completions bash > "$inside/completions/sayl.bash"
  "$sayl" completions zsh > "$inside/completions/_sayl"
  "$sayl" completions fish > "$inside/completions/sayl.fish"
  "$sayl" completions powershell > "$inside/completions/sayl.ps1"
  "$sayl" completions elvish > "$inside/completions/sayl.elv"
  tar_of "$work/archive" "$name" > "$folder/$name.tar.gz"
  (cd "$folder" && checksum "$name.tar.gz" > "$name.tar.gz.sha256")
}

# What the archive holds, as $unpacked, and the program in it, as $program.
unpack() {
  [ -e "$folder/$name.tar.gz" ] || archive
  unpacked=$work/unpacked/$name
  mkdir -p "$work/unpacked"
  tar -xzf "$folder/$name.tar.gz" -C "$work/unpacked"
  program=$(find "$unpacked" -maxdepth 1 -name sayl -o -maxdepth 1 -name sayl.exe)
}

wheel() {
  unpack
  python3 ci/packages/wheel.py "$program" "$version" "$wheel" "$description" "$repository" "$folder"
}

npm() {
  unpack
  node ci/packages/npm/manifest.mjs "$work/npm" "$version" "$node" "$description" "$repository"
  install -m 755 "$program" "$work/npm/platform/"
  cp LICENSE "$work/npm/platform/"
  cp LICENSE README.md ci/packages/npm/sayl.js "$work/npm/main/"
  (cd "$folder" && command npm pack --silent "$work/npm/main" "$work/npm/platform")
}

deb() {
  [ -n "$debian" ] || { echo "package.sh: $target is not Debian" >&2; return 2; }
  unpack
  local root=$work/deb
  install -D -m 755 "$program" "$root/usr/bin/sayl"
  install -D -m 644 LICENSE "$root/usr/share/doc/sayl/copyright"
  install -D -m 644 "$unpacked/completions/sayl.bash" "$root/usr/share/bash-completion/completions/sayl"
  install -D -m 644 "$unpacked/completions/_sayl" "$root/usr/share/zsh/vendor-completions/_sayl"
  install -D -m 644 "$unpacked/completions/sayl.fish" "$root/usr/share/fish/vendor_completions.d/sayl.fish"
  mkdir -p "$root/usr/share/man/man1" "$root/DEBIAN"
  gzip -9n < "$unpacked/man/sayl.1" > "$root/usr/share/man/man1/sayl.1.gz"
  gzip -9n < CHANGELOG.md > "$root/usr/share/doc/sayl/changelog.gz"
  cat > "$root/DEBIAN/control" <<CONTROL
Package: sayl
Version: $version
Architecture: $debian
Maintainer: The authors of sayl
Section: devel
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Description: $description
 sayl checks ytt's data values and OpenChoreo's resources against their schemas,
 in editors (as a language server) and on the command line.
CONTROL
  SOURCE_DATE_EPOCH=0 dpkg-deb --root-owner-group --build "$root" "$folder/sayl_${version}_$debian.deb"
}

install_what_the_extension_is_built_with() {
  [ -d editors/vscode/node_modules ] || (cd editors/vscode && command npm ci --no-audit --no-fund --silent)
}

vsix() {
  unpack
  local platform
  install_what_the_extension_is_built_with
  for platform in $vscode; do
    editors/vscode/scripts/package.sh "$platform" "$program" > /dev/null
    cp "editors/vscode/dist/sayl-$platform.vsix" "$folder"
  done
}

web() {
  local built=${SAYL_WEB_BUILT:-$work/web}
  [ -n "${SAYL_WEB_BUILT:-}" ] || web/build.sh "$built"
  built=$(cd "$built" && pwd)
  (cd "$folder" && command npm pack --silent "$built/package")
  cp -r "$built/playground" "$work/sayl-playground"
  tar_of "$work" sayl-playground > "$folder/sayl-playground.tar.gz"
  (cd "$folder" && checksum sayl-playground.tar.gz > sayl-playground.tar.gz.sha256)
  install_what_the_extension_is_built_with
  editors/vscode/scripts/package.sh web "$built/package" > /dev/null
  cp editors/vscode/dist/sayl-web.vsix "$folder"
}

# Every crate is built from its own package, as whoever installs it does.
crates() {
  cargo package --locked --workspace --exclude sayl-tests --exclude sayl-web --allow-dirty
  cp "${CARGO_TARGET_DIR:-target}"/package/sayl{,-core}-"$version".crate "$folder"
}

release() {
  [ -n "$repository" ] || { echo "package.sh: no repository in Cargo.toml, and SAYL_REPOSITORY is not set" >&2; return 2; }
  (cd "$folder" && cat -- *.tar.gz.sha256 > SHA256SUMS)
  local releases=$repository/releases/download/v$version
  sed "s|^releases=\$|releases=$releases|" ci/install.sh > "$folder/install.sh"
  chmod +x "$folder/install.sh"
  local script="s|@VERSION@|$version|; s|@DESCRIPTION@|$description|; s|@REPOSITORY@|$repository|; s|@RELEASES@|$releases|"
  local sum file
  while read -r sum file; do script+="; s|@$file@|$sum|"; done < "$folder/SHA256SUMS"
  sed "$script" ci/packages/homebrew.rb > "$folder/sayl.rb"
  sed "$script" ci/packages/mason.yaml > "$folder/package.yaml"
  if grep '@.*@' "$folder"/{sayl.rb,package.yaml} >&2; then echo "package.sh: there is no such archive in $folder" >&2; return 1; fi
}

has_one_version
case $kind in
  archive | wheel | npm | deb | vsix | web | crates | release) "$kind" ;;
  all) archive; wheel; npm; [ -z "$debian" ] || deb; vsix ;;
  *) usage ;;
esac
