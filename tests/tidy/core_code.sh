#!/usr/bin/env bash
# Checks the compiled core: no function calls itself, directly or indirectly, and no object outlives a call. Calls through
# a pointer are not covered: those of the state machines are bounded by their runner (state_machine.hpp, rule 2).
#   core_code.sh ARCHIVE         exits with 1 and a line for each violation
#   core_code.sh --prove CXX DIR proves that the checks find both in a file that has them
set -euo pipefail

# Prints pairs "caller callee" of direct calls, and of jumps to another function's beginning (tail calls). A call within
# an object names its target; others have a relocation.
calls() {
    objdump -dr --no-show-raw-insn "$1" | awk '
        function pair(callee) { if (kind == "call" || callee != caller) print caller, callee }
        # A target that a relocation will replace is shown as the next instruction, which may begin a function.
        function finish() { if (kind != "" && target != "") pair(target); kind = target = "" }
        /^[0-9a-f]+ <.*>:$/ { finish(); caller = substr($2, 2, length($2) - 3); next }
        /R_[A-Z0-9_]+[ \t]/ { if (kind != "" && sub(/-0x0*4$/, "", $3)) pair($3); kind = target = ""; next }
        { finish() }
        /[ \t](call|jmp)[ \t]/ {
            kind = $0 ~ /[ \t]call[ \t]/ ? "call" : "jmp"
            if (match($0, /<[^>+]*>$/)) target = substr($0, RSTART + 1, RLENGTH - 2)
        }
        END { finish() }' | sort -u
}

check() {
    local pairs found=0
    pairs=$(calls "$1")
    [ -n "$pairs" ] || { echo "no calls found in $1: is it an archive of machine code?"; return 1; }
    local cycle
    cycle=$({ awk '$1 == $2 { print $1 }' <<< "$pairs"; { tsort <<< "$pairs" 2>&1 > /dev/null || true; } | sed 's/^tsort: //'; } | c++filt)
    [ -z "$cycle" ] || { echo "the core is recursive:"; echo "$cycle"; found=1; }
    local kept
    kept=$(objdump -t "$1" | awk '$3 == "O" && $4 ~ /^\.(bss|data|tbss|tdata)/ && $4 !~ /^\.data\.rel\.ro/ && $NF !~ /^DW\.ref/ { print $NF }' | c++filt)
    [ -z "$kept" ] || { echo "the core has objects that outlive a call:"; echo "$kept"; found=1; }
    return $found
}

if [ "${1:-}" = --prove ]; then
    cat > "$3/core_code_fault.cpp" << 'EOF'
int other(int n);
int one(int n) { return n > 0 ? other(n - 1) + one(n / 2) : 0; }
int other(int n) { return one(n) * 3 + 1; }
int last(int n);
int turn(int n) { return n > 0 ? last(n / 3) : 0; }
int last(int n) { return turn(n - 7); }
static int count;
int next() { return ++count; }
EOF
    "$2" -O2 -fno-inline -c "$3/core_code_fault.cpp" -o "$3/core_code_fault.o"
    text=$(check "$3/core_code_fault.o") && { echo "the fault was not found"; exit 1; }
    echo "$text"
    grep -q 'one(int)' <<< "$text" && grep -q 'other(int)' <<< "$text" && grep -q 'turn(int)' <<< "$text" && grep -q '^count$' <<< "$text"
else
    check "$1"
fi
