#!/bin/sh
# parts.sh FORMAT [FOLDER]: checks this folder in parts, one for each folder below envs/, and prints the merged report,
# which is that of one run over all of it. The parts' reports stay in FOLDER. `SAYL` is the binary, else that on PATH.
set -eu
format=$1
sayl=${SAYL:-sayl}
folder=${2:-$(mktemp -d)}
cd "$(dirname "$0")"
for part in envs/*; do
  find sayl.toml config "$part" -type f |
    "$sayl" check --files-from - --format "$format" --output-file "$folder/$(basename "$part").report" || [ $? -eq 1 ]
done
"$sayl" merge --format "$format" "$folder"/*.report
