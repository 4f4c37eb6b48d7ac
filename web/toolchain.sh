#!/bin/bash
# toolchain.sh FOLDER: what compiles the module, for `eval` by whoever builds it.
#
# Where rustup has the target already, that is a C compiler for it alone. Elsewhere Rust of Debian's newest suite is
# unpacked below FOLDER: its packages have the target, and come from the mirror that this machine's apt already uses.
# What is there already is kept. A compiler that is unpacked runs on its own libraries; build scripts and procedural
# macros, which it starts and loads, are linked by this machine's `cc`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 1 ] || { echo "usage: toolchain.sh FOLDER" >&2; exit 2; }
target=wasm32-unknown-unknown
mkdir -p "$1"
folder=$(cd "$1" && pwd)

has_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] && command -v clang > /dev/null
}

unpack() {
  rm -rf "$folder"/{root,apt,bin}
  "$here/../editors/debian/unpack.sh" "$folder" rustc libstd-rust-dev libstd-rust-dev-wasm32 clang lld >&2
  rm -rf "$folder/apt"
  mkdir "$folder/bin"
  local llvm
  llvm=$(basename "$(readlink -f "$folder"/root/usr/bin/clang | sed 's|/bin/.*||')")
  # A program that the loader starts takes the loader for itself, so it is told where its own files are.
  program rustc "rustc --sysroot $folder/root/usr"
  program clang "clang -resource-dir $(ls -d "$folder/root/usr/lib/$llvm/lib/clang"/*)"
  program wasm-ld wasm-ld
}

program() {
  printf '#!/bin/bash\nexec %s/run %s "$@"\n' "$folder" "$2" > "$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

if has_target; then
  echo "export CC_wasm32_unknown_unknown=clang"
else
  [ -x "$folder/bin/wasm-ld" ] || unpack
  echo "export RUSTC=$folder/bin/rustc CC_wasm32_unknown_unknown=$folder/bin/clang"
  echo "export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$folder/bin/wasm-ld"
  echo "unset RUSTC_WRAPPER"
fi
