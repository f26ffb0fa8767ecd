#!/bin/sh
# Starts the program of this name in bin/. It finds the libraries in lib/ by itself, and gets those in fallback/ that the system lacks.
here=$(dirname "$(readlink -f "$0")")
program=${0##*/}

ldconfig=$(PATH=$PATH:/sbin:/usr/sbin command -v ldconfig)
system=$(${ldconfig:-false} -p 2> /dev/null)
has=$(getconf GNU_LIBC_VERSION 2> /dev/null)
has=${has#glibc }
newer=$(printf '%s\n%s\n' "$has" "@GLIBC@" | sort -V | head -n 1)
if [ "$newer" != "@GLIBC@" ]; then
    echo "$program: this system has the C library '${has:-unknown}', but @GLIBC@ or newer is needed: build from source" >&2
    exit 3
fi

libraries=
for folder in "$here"/fallback/*; do
    name=${folder##*/}
    # The first library for this processor in the system's list.
    found=$(printf '%s\n' "$system" | awk -v name="$name" '$1 == name && index($0, "(@MACHINE@") { print $NF; exit }')
    if [ "$name" = libstdc++.so.6 ] && [ -n "$found" ]; then
        grep -q '@GLIBCXX@' "$found" || found=
    fi
    [ -n "$found" ] || libraries=${libraries:+$libraries:}$folder
done
if [ -n "$libraries" ]; then
    LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
fi
exec "$here/bin/$program" "$@"
