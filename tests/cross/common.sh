# Sourced by tests/cross/matrix, prove and corpus, at the root of the tree.
trim() { local text=$1; text=${text#"${text%%[![:space:]]*}"}; printf '%s' "${text%"${text##*[![:space:]]}"}"; }
die() { echo "${0##*/}: $*" >&2; exit 2; }

# of_release TARGETS: programs of the release build, made if they are not.
of_release() {
    mkdir -p build/cross
    cmake --preset release > build/cross/release.log && cmake --build build/release --target "$@" >> build/cross/release.log ||
        { tail -20 build/cross/release.log >&2; die "$* does not build"; }
}

# storm_games DIRECTORY SEEDS MINUTES WORDS: recordings of storm, a game a seed.
storm_games() {
    of_release albireo-storm
    rm -rf "$1"
    mkdir -p "$1"
    build/release/bin/albireo-storm --seeds "$2" --minutes "$3" "${@:4}" --record "$1" > "$1.log" 2>&1 ||
        die "storm fails by itself (see $1.log)"
}

# digest_of: sixteen hex digits for what comes in.
digest_of() { sha256sum | cut -c1-16; }

# golden_lines SUMMARY: the lines of cross_check's summary that are not of storm, "name ticks digest-of-every-tick last-digest",
# sorted. Lines of replays/golden/digests look the same. A program for Windows ends them by two characters.
golden_lines() { tr -d '\r' < "$1" | grep -v '^storm-' | LC_ALL=C sort; }

# short_recordings: the three that planted bugs are played on.
short_recordings() { ls -S -r replays/golden/*.replay | head -3; }

# seal_table FILE: adds the digest of the table's text to it, so that a cell that was typed by hand is told.
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
