# Sourced by tests/asserts/prove and tests/storm/prove at the root of the tree: plants bugs, one at a time, in a copy of it.
# They set `out`, the folder of the copy and its logs.
die() { echo "prove: $*" >&2; exit 2; }

# copy_tree: copies the tree, with what is not committed yet, to $tree.
copy_tree() {
    tree=$out/tree
    rm -rf "$tree"
    mkdir -p "$tree"
    git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$tree" 2> /dev/null || true  # less what was deleted
}

# configure_copy: optimised, with asserts. Each bug recompiles one file, so there is no unity build.
configure_copy() {
    cmake -S "$tree" -B "$tree/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
        "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -D_GLIBCXX_ASSERTIONS" > "$out/build.log" || { tail -20 "$out/build.log" >&2; die "the copy cannot be configured"; }
}

# build_copy WHAT TARGETS...: WHAT is named if it does not build.
build_copy() {
    cmake --build "$tree/build" --target "${@:2}" > "$out/build.log" 2>&1 || { tail -20 "$out/build.log" >&2; die "$1 does not build"; }
}

# plant PATCH, and uproot it again. Its files get a new time, because patch restores the old one.
plant() { patch -s -p1 --fuzz=0 -d "$tree" < "$1" || die "$(basename "$1" .patch): the patch does not apply any more"; }
uproot() {
    patch -s -R -p1 -d "$tree" < "$1"
    sed -n 's/^+++ b\///p' "$1" | (cd "$tree" && xargs touch)
}

# write_table PAGE TABLE: puts the table between the page's marks, under the version of the core that it is of.
write_table() {
    local core
    core=$(sed -n 's/^inline constexpr std::uint32_t kCoreVersion = \([0-9]*\);.*/\1/p' sim/snapshot.hpp)
    { sed '/^<!-- proof -->$/q' "$1"
      printf '```\ncore %s\n' "$core"
      cat "$2"
      printf '```\n'
      sed -n '/^<!-- end of proof -->$/,$p' "$1"; } > "$1.new"
    mv "$1.new" "$1"
}
