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

# write_table NAME FILE: puts the file's text between the marks of that name in tests/cross/README.md.
write_table() {
    awk -v name="$1" -v file="$2" '
        $0 == "<!-- end of " name " -->" { print "```"; while ((getline line < file) > 0) print line; print "```"; skip = 0 }
        !skip { print }
        $0 == "<!-- " name " -->" { skip = 1 }' tests/cross/README.md > build/cross/README.md
    cp build/cross/README.md tests/cross/README.md
}
