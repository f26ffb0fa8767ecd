# Sourced by tests/cross/matrix, prove and corpus, at the root of the tree.
trim() { local text=$1; text=${text#"${text%%[![:space:]]*}"}; printf '%s' "${text%"${text##*[![:space:]]}"}"; }
die() { echo "${0##*/}: $*" >&2; exit 2; }

# build_of PRESET TARGETS: builds these programs in a preset.
build_of() {
    local log=build/cross/$1.log
    mkdir -p build/cross
    cmake --preset "$1" > "$log" && cmake --build "build/$1" --target "${@:2}" >> "$log" ||
        { tail -20 "$log" >&2; die "${*:2} does not build"; }
}
of_release() { build_of release "$@"; }

# storm_games DIRECTORY SEEDS MINUTES WORDS: records games of albireo-storm, one per seed, as storm_preset built it. Without
# --level among the words each seed picks the level, the section and the players.
storm_preset=release
storm_games() {
    build_of $storm_preset albireo-storm
    rm -rf "$1"
    mkdir -p "$1"
    build/$storm_preset/bin/albireo-storm --seeds "$2" --minutes "$3" "${@:4}" --record "$1" > "$1.log" 2>&1 ||
        die "albireo-storm fails (see $1.log)"
}

# For cmake: compiles through ccache where there is one.
launcher=()
! command -v ccache > /dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)

# digest_of: sixteen hex digits of its input.
digest_of() { sha256sum | cut -c1-16; }

# golden_lines SUMMARY: the sorted lines of cross_check's summary about goldens: "name ticks digest-of-every-tick
# last-digest", like those of replays/golden/digests. On Windows programs end lines with two characters.
golden_lines() { tr -d '\r' < "$1" | grep -v '^storm-' | LC_ALL=C sort; }

# short_recordings: the three recordings on which planted bugs are played.
short_recordings() { ls -S -r replays/golden/*.replay | head -3; }

# seal_table FILE: appends the digest of the table's text, so that a cell edited by hand is detected.
seal_table() { printf '\ntable %s\n' "$(digest_of < "$1")" >> "$1"; }

# write_table NAME FILE: puts the file's text, sealed, between the marks of that name in tests/cross/README.md.
write_table() {
    seal_table "$2"
    awk -v name="$1" -v file="$2" '
        $0 == "<!-- end of " name " -->" { print "```"; while ((getline line < file) > 0) print line; print "```"; skip = 0 }
        !skip { print }
        $0 == "<!-- " name " -->" { skip = 1 }' tests/cross/README.md > build/cross/README.md
    cp build/cross/README.md tests/cross/README.md
}
