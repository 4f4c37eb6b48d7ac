#!/bin/bash
# test-packages.sh FOLDER [CHANNEL…]: installs sayl from the packages in FOLDER, each in a fresh folder without Rust, and
# looks at the README's first problem with what was installed. Without channels it tests all that run on this machine:
#
#   archive installer wheel uvx precommit action npm deb vsix release
#
# For Debian, as root, with Ruby for the formula of Homebrew; pip, uv, pre-commit and setuptools come from PyPI. Nothing is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. editors/retry.sh
source=$PWD packages=$(cd "$1" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(uname -m)-unknown-linux-musl
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
python=$(python3 -c 'import sys; print(sys.executable)')
# A person without Rust.
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
if PATH=$path command -v sayl > /dev/null; then echo "test-packages.sh: a sayl is installed here already" >&2; exit 1; fi

# fresh FOLDER: an empty home, and beside it the example that the README shows.
fresh() {
  home=$work/$1/home project=$work/$1/web-app
  mkdir -p "$home"
  cp -r examples/web-app "$project"
  git -C "$project" init --quiet
}

in_project() { (cd "$project" && env HOME="$home" XDG_CACHE_HOME="$home/.cache" PATH="$path" "$@"); }

# shows_the_first_problem COMMAND…: it ends with status 1 and says what the README says.
shows_the_first_problem() {
  local status=0 report
  report=$(in_project "$@" 2>&1) || status=$?
  if [ "$status" -ne 1 ] || ! grep --quiet --fixed-strings "$expected" <<< "$report"; then
    printf '%s\nexpected status 1 and “%s”, got status %s from: %s\n' "$report" "$expected" "$status" "$*" >&2
    return 1
  fi
}
expected=$(grep --max-count 1 '^error\[' README.md)

archive() {
  tar -xzf "$packages/sayl-$target.tar.gz" -C "$home"
  (cd "$packages" && sha256sum --check --quiet "sayl-$target.tar.gz.sha256")
  shows_the_first_problem "$home/sayl-$target/sayl" check
}

installer() {
  local from
  for from in "$packages" "$packages/sayl-$target.tar.gz" "file://$packages"; do
    rm -rf "$home/.local"
    in_project "$source/ci/install.sh" "$from" > /dev/null
    shows_the_first_problem "$home/.local/bin/sayl" check
  done
  # A second time, over the first; and not at all if the archive is another one.
  in_project "$source/ci/install.sh" "$packages" > /dev/null
  cp "$packages/sayl-$target.tar.gz"* "$home"
  echo >> "$home/sayl-$target.tar.gz"
  if in_project "$source/ci/install.sh" "$home" "$home/bin" 2> /dev/null; then return 1; fi
  [ ! -e "$home/bin" ]
}

environment() {
  [ -e "$work/tools" ] || {
    "$python" -m venv "$work/tools"
    retry "uv and pre-commit" "$work/tools/bin/pip" install --quiet uv pre-commit
  }
}

wheel() {
  "$python" -m venv "$home/venv"
  in_project "$home/venv/bin/pip" install --quiet --no-index --find-links "$packages" sayl
  shows_the_first_problem "$home/venv/bin/sayl" check
  in_project "$home/venv/bin/pip" uninstall --quiet --yes sayl
  [ ! -e "$home/venv/bin/sayl" ]
}

uvx() {
  environment
  shows_the_first_problem "$work/tools/bin/uvx" --offline --no-index --find-links "$packages" --python "$python" sayl check
}

precommit() {
  environment
  local hooks=$home/hooks
  "$work/tools/bin/pre-commit" validate-manifest .pre-commit-hooks.yaml
  mkdir -p "$hooks"
  cp .pre-commit-hooks.yaml pyproject.toml "$hooks"
  git -C "$hooks" init --quiet
  git -C "$hooks" add --all
  git -C "$hooks" -c user.name=test -c user.email=test@example.org commit --quiet --message hooks
  printf 'repos: [{ repo: "%s", rev: "%s", hooks: [{ id: sayl }] }]\n' "$hooks" "$(git -C "$hooks" rev-parse HEAD)" \
    > "$project/.pre-commit-config.yaml"
  git -C "$project" add --all
  shows_the_first_problem env PIP_FIND_LINKS="$packages" PATH="$work/tools/bin:$path" pre-commit run --all-files
}

# The steps of action.yml, as GitHub runs those of a tag: what it would fill in is given here.
action() {
  environment
  local steps=$home/steps
  mkdir -p "$steps" "$home/releases/v$version"
  cp "$packages/sayl-$target.tar.gz"* "$home/releases/v$version"
  "$work/tools/bin/python" - "$steps" <<'PYTHON'
import sys, yaml
for number, step in enumerate(yaml.safe_load(open("action.yml"))["runs"]["steps"]):
    open(f"{sys.argv[1]}/{number}.sh", "w").write("set -eo pipefail\n" + step["run"])
PYTHON
  local -x GITHUB_ACTION_PATH=$source GITHUB_PATH=$home/path GITHUB_OUTPUT=$home/output
  local -x VERSION='' REF=v$version RELEASES=file://$home/releases FOLDER=$home/sayl
  local -x PATHS=. ARGS='' FORMAT=human OUTPUT_FILE=''
  in_project bash "$steps/0.sh" > /dev/null
  shows_the_first_problem env PATH="$(cat "$home/path"):$path" bash "$steps/1.sh"
  grep --quiet --line-regexp 'status=1' "$home/output"
}

npm() {
  # Without the network: of the other platforms nothing is asked.
  in_project npm install --prefix "$home" --silent --offline --no-audit --no-fund \
    "$packages/sayl-$version.tgz" "$packages/sayl-linux-$(node -p process.arch)-$version.tgz"
  cp -r "$home/node_modules" "$project"
  shows_the_first_problem npx --offline --no sayl check
  ending_the_script_ends_the_program
}

ending_the_script_ends_the_program() {
  local script program=''
  (cd "$project" && exec env HOME="$home" node node_modules/sayl/sayl.js server < <(exec sleep 30)) &
  script=$!
  until program=$(pgrep --parent "$script" --full 'linux-[^/]*/sayl server'); do sleep 0.1; done
  kill "$script"
  wait "$script" || true
  if kill -0 "$program" 2> /dev/null; then
    echo "the program stays when the script that started it is ended" >&2
    return 1
  fi
}

# Below a folder of its own: dpkg asks for no other package, since there is none that this one needs.
deb() {
  local root=$home/root
  mkdir -p "$root/var/lib/dpkg"/{info,updates,triggers} "$root/var/log"
  touch "$root/var/lib/dpkg/status"
  dpkg --root="$root" --force-script-chrootless --install "$packages/sayl_${version}_$(dpkg --print-architecture).deb" > /dev/null
  shows_the_first_problem "$root/usr/bin/sayl" check
  [ -e "$root/usr/share/man/man1/sayl.1.gz" ] && [ -e "$root/usr/share/doc/sayl/copyright" ]
  dpkg --root="$root" --force-script-chrootless --purge sayl > /dev/null
  [ ! -e "$root/usr/bin/sayl" ]
}

# The editor that starts it is tested by editors/vscode/test/e2e, on a package made by the same script.
vsix() {
  "$python" -m zipfile -e "$packages/sayl-linux-$(node -p process.arch).vsix" "$home"
  chmod +x "$home/extension/server/sayl"
  [ -e "$home/extension/icon.png" ]
  shows_the_first_problem "$home/extension/server/sayl" check
}

# What names the archives, for a release that holds this machine's archive under all names.
release() {
  local made=$home/release platform
  mkdir "$made"
  for platform in {x86_64,aarch64}-{unknown-linux-musl,apple-darwin}; do
    cp "$packages/sayl-$target.tar.gz" "$made/sayl-$platform.tar.gz"
    (cd "$made" && sha256sum "sayl-$platform.tar.gz" > "sayl-$platform.tar.gz.sha256")
  done
  SAYL_REPOSITORY=file://$home/repository ci/package.sh release "$made"
  (cd "$made" && sha256sum --check --quiet SHA256SUMS)
  [ "$(grep --count "sha256 \"$(sha256sum "$packages/sayl-$target.tar.gz" | cut -d' ' -f1)\"" "$made/sayl.rb")" -eq 4 ]
  grep --quiet "id: pkg:pypi/sayl@$version$" "$made/package.yaml"
  mkdir -p "$home/repository/releases/download"
  cp -r "$made" "$home/repository/releases/download/v$version"
  in_project "$made/install.sh" > /dev/null
  shows_the_first_problem "$home/.local/bin/sayl" check
  in_project ruby "$source/ci/packages/formula.rb" "$made/sayl.rb" "$home/homebrew"
  shows_the_first_problem "$home/homebrew/bin/sayl" check
  [ -e "$home/homebrew/share/man/man1/sayl.1" ] && [ -e "$home/homebrew/share/zsh/site-functions/_sayl" ]
}

[ $# -gt 0 ] || set -- archive installer wheel uvx precommit action npm deb vsix release
for channel in "$@"; do
  began=$SECONDS
  fresh "$channel"
  "$channel"
  echo "$channel: installed, and shows the first problem ($((SECONDS - began)) s)"
done
