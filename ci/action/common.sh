# Sourced by the steps of the action. What they read of the event and of the repository is a stranger's text: it is
# passed on as arguments, never as code, and never printed, since a line of the log can be a command to the runner.
# shellcheck shell=bash
set -euo pipefail
unset PYTHONPATH PYTHONHOME
export PYTHONSAFEPATH=1

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
work=$RUNNER_TEMP/codemap
own_cache=$work/cache
mkdir -p "$work"

codemap() { "$CODEMAP_VENV/bin/codemap" "$@"; }
helper() { "$CODEMAP_VENV/bin/python" -I "$here/$1.py" "${@:2}"; }
field() { helper field "$work/$1.json" "$2"; }
output() { printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"; }
note() { printf '::%s::%s\n' "$1" "$2"; }
is_store() { [[ ${INPUT_CACHE_DIR:-} == *://* ]]; }

# Whether this is a pull request, whether it comes from a fork, and the tip of its base.
{ read -r pull_request; read -r fork; read -r base_tip; } < <(helper event)

# A stranger's pull request reads and writes a cache of its own; a store is filled by `push` alone.
if [[ $fork == yes || -z ${INPUT_CACHE_DIR:-} ]] || is_store; then cache=$own_cache; else cache=$INPUT_CACHE_DIR; fi

# The settings of a stranger's pull request are those of its base, or the defaults where that is not known.
settings=()
if [[ $fork == yes ]]; then
  mkdir -p "$work/base"
  : > "$work/base/codemap.toml"
  for name in pyproject.toml codemap.toml; do
    if [[ -n $base_tip ]] && git -C "$INPUT_PATH" cat-file blob "$base_tip:$name" > "$work/base/found" 2> /dev/null; then
      mv "$work/base/found" "$work/base/$name"
      settings=(--config "$work/base/$name")
    fi
  done
  if [[ ${#settings[@]} -eq 0 ]]; then settings=(--config "$work/base/codemap.toml"); fi
fi

# snapshot NAME COMMIT: finds, pulls or builds it, from the nearest one in the store; what was done is in NAME.json.
snapshot() {
  local target=(--path "$INPUT_PATH" "--ref=$2" --cache-dir "$cache") refusal
  if is_store && ! codemap pull "${target[@]}" --from "$INPUT_CACHE_DIR" --or-ancestor --json > "$work/$1-pull.json"; then
    refusal=$(field "$1-pull" error.code)
    if [[ $refusal != STORE ]]; then note warning "nothing was taken from the shared cache: $refusal"; fi
  fi
  codemap index "${target[@]}" "${settings[@]}" --json > "$work/$1.json"
}
