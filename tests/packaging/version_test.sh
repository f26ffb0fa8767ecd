#!/usr/bin/env bash
# Goal: the version is written in one place, project() in CMakeLists.txt. The programs, the packages and the metainfo have
# it from there, and CHANGELOG.md is about it.
#   version_test.sh ROOT BIN
set -uo pipefail
root=$1 bin=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "version_test: $1"; failures=$((failures + 1)); }

version=$("$root/packaging/version") || fail "no version"
for program in "$bin"/albireo*; do
    [[ $("$program" --version) =~ ^[a-z-]+\ $version( |$) ]] || fail "$program is of version '$("$program" --version)', not $version"
done
# In no other file of ours, except the changelog, and recordings and tables that name the program that made them.
if command -v git > /dev/null && git -C "$root" rev-parse 2> /dev/null; then
    twice=$(cd "$root" && git grep -lIwF "$version" -- '*.txt' '*.cmake' '*.cpp' '*.json' packaging tools play check '*.sh' | grep -vx CMakeLists.txt)
    [ -z "$twice" ] || fail "the version is also written in $twice"
fi

# In a copy with another version and its changes.
mkdir "$work/tree"
cp -r "$root/CMakeLists.txt" "$root/CHANGELOG.md" "$root/packaging" "$work/tree"
cd "$work/tree" || exit 1
changes() { packaging/changes "$@" 2>&1; }
sed -i 's/^project(albireo VERSION [0-9.]*/project(albireo VERSION 7.8.9/' CMakeLists.txt
[ "$(packaging/version)" = 7.8.9 ] || fail "packaging/version prints $(packaging/version)"
output=$(changes check) && fail "a version without changes is accepted"
grep -q 'CHANGELOG.md:.*7.8.9' <<< "$output" || fail "no line says so: $output"
cat > CHANGELOG.md <<'CHANGES'
# Changes

## 7.8.9 (unreleased)

- Ships are <faster> & turn
  better.

## 7.8.8 (2026-12-24)

- The first.
CHANGES
changes check || fail "the changes of the version are refused"
[ "$(packaging/version --debian)" = 7.8.9~local ] || fail "without git: $(packaging/version --debian)"
output=$(changes debian 7.8.9~git1)
for line in 'albireo (7.8.9~git1) unstable; urgency=medium' '  * Ships are <faster> & turn better.' \
    'albireo (7.8.8) unstable; urgency=medium' ' -- The Albireo authors <albireo@localhost>  Thu, 24 Dec 2026 00:00:00 +0000'; do
    grep -qxF -- "$line" <<< "$output" || fail "debian/changelog has no line '$line': $output"
done
if command -v dpkg-parsechangelog > /dev/null; then
    echo "$output" > debian_changelog
    [ "$(dpkg-parsechangelog -l debian_changelog -S Version 2> errors)" = 7.8.9~git1 ] && [ ! -s errors ] ||
        fail "Debian cannot read it: $(cat errors)"
    rm debian_changelog errors
fi
output=$(changes appstream)
grep -q '<release version="7.8.9" type="development" date="' <<< "$output" || fail "the metainfo has no 7.8.9: $output"
grep -q '<li>Ships are &lt;faster&gt; &amp; turn better.</li>' <<< "$output" || fail "the metainfo does not say what changed: $output"
# A heading with a mistake is named by its line.
sed -i 's/^## 7.8.8 .*/## 7.8.8 (soon)/' CHANGELOG.md
output=$(changes check) && fail "a heading with a mistake is accepted"
grep -q '^CHANGELOG.md:8: expected' <<< "$output" || fail "no line names the heading: $output"

# The versions of commits come in the order of their time, and before the release.
if command -v git > /dev/null; then
    git() { command git -c user.name=Ada -c user.email=ada@example.org -c init.defaultBranch=main "$@"; }
    git init -q && git add . && GIT_COMMITTER_DATE='2026-11-23T08:15:00Z' git commit -qm one
    first=$(packaging/version --debian)
    [[ $first =~ ^7\.8\.9~git202611230815\.[0-9a-f]{12}$ ]] || fail "the version of a commit is $first"
    GIT_COMMITTER_DATE='2026-11-23T08:16:00Z' git commit -q --allow-empty -m two
    second=$(packaging/version --debian)
    if command -v dpkg > /dev/null; then
        dpkg --compare-versions "$first" lt "$second" && dpkg --compare-versions "$second" lt 7.8.9 || fail "not in order: $first, $second, 7.8.9"
    fi
    echo >> CHANGELOG.md
    [ "$(packaging/version --debian)" = "$second+changed" ] || fail "changes are not marked: $(packaging/version --debian)"
    git commit -qam three && git tag v7.8.9
    [ "$(packaging/version --debian)" = 7.8.9 ] || fail "the version of the tag is $(packaging/version --debian)"
fi
exit $((failures > 0))
