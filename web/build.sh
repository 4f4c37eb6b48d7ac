#!/bin/bash
# build.sh FOLDER [MODULE]: the module for browsers as FOLDER/sayl.wasm, the npm package around it in FOLDER/package, and
# the playground in FOLDER/playground. With MODULE, that one is taken instead of building it.
#
# SAYL_WEB=quick leaves out what makes the module small, and takes a third of the time. Needs Rust, a C compiler and
# Node.js with npm; clang with the target wasm32-unknown-unknown, or a Debian machine (toolchain.sh); and wasm-split of
# binaryen, which comes from apt unless it is there.
set -euo pipefail
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: build.sh FOLDER [MODULE]" >&2; exit 2; }
module=${2:+$(realpath "$2")}
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
. ../editors/retry.sh
target=wasm32-unknown-unknown

# The headers that tree-sitter brings for C without a system: the grammar's build does not look for them.
headers() {
  local manifest
  manifest=$(cargo metadata --locked --format-version 1 --filter-platform $target \
    | node -e 'const { packages } = JSON.parse(require("fs").readFileSync(0)); console.log(packages.find(({ name }) => name === "tree-sitter-language").manifest_path)')
  echo "$(dirname "$manifest")/wasm/include"
}

build_module() {
  eval "$(./toolchain.sh "${SAYL_WEB_TOOLCHAIN:-../target/web-toolchain}")"
  local stack=8388608 memory=536870912
  export CFLAGS_wasm32_unknown_unknown="-I$(headers)"
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--cfg getrandom_backend=\"custom\" -C link-arg=-zstack-size=$stack -C link-arg=--max-memory=$memory"
  if [ "${SAYL_WEB:-}" = quick ]; then export CARGO_PROFILE_WEB_LTO=off CARGO_PROFILE_WEB_CODEGEN_UNITS=16; fi
  cargo build --locked --profile web --package sayl-web --target $target
  module=${CARGO_TARGET_DIR:-../target}/$target/web/sayl_web.wasm
}

# The examples of the documentation, each in its project. With the features of the whole workspace, as tests are built.
(cd .. && cargo build --locked --quiet --workspace --examples && "${CARGO_TARGET_DIR:-target}/debug/examples/reference") > "$folder/reference.json"
[ -n "$module" ] || build_module
cp "$module" "$folder/sayl.wasm"
[ -d node_modules ] || retry "what the page is built with" npm ci --ignore-scripts --no-audit --no-fund --silent
install_binaryen() { apt-get -q update && apt-get -q install -y --no-install-recommends binaryen; }
command -v wasm-split > /dev/null || retry binaryen install_binaryen >&2
node build.mjs "$folder/sayl.wasm" "$folder"
