#!/bin/sh
# no_weak_symbols.sh LIBRARY: fails if kernels_avx2 defines a weak symbol, because the linker may use it in the whole program.
# (DW.ref.* are the unwinder's pointers, not code.)
set -eu
symbols=$(nm -C "$1" | awk '/^kernels_avx2/ { on = 1; next } /\.o:$/ { on = 0 } on')
[ -n "$symbols" ] || { echo "no kernels_avx2 in $1" >&2; exit 1; }
if echo "$symbols" | awk '$2 ~ /^[WVu]$/ && $3 !~ /^DW\.ref\./' | grep .; then
    echo "kernels_avx2 shares the functions above with other files" >&2
    exit 1
fi
