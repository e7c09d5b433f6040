#!/usr/bin/env bash
set -e
. "$ROOT/lib.sh"
source ./common.sh

# Where it goes.
TARGET=/srv
readonly LIMIT=3
export PATH="$TARGET/bin:$PATH" MODE

# Builds everything.
build() {
  compile "$TARGET" "${MODE:-fast}" $(list_files "$1")
}

function compile {
  RESULT=$?
  TARGET="$2"
}

build "$@" && compile
DEBUG=1 build
"$TARGET/run" build
