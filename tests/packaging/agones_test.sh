#!/usr/bin/env bash
# Goal: the manifests of deploy/agones fit the schemas that Agones publishes, and check_schemas.py finds a planted fault in each.
#   agones_test.sh ROOT
set -uo pipefail
python3 -c 'import yaml, jsonschema' 2> /dev/null || { echo "no python3-yaml or python3-jsonschema: tools/setup package"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { echo "agones_test: $1"; failures=$((failures + 1)); }
cp -r "$1/deploy/agones" "$work"
cd "$work/agones" || exit 1
check() { PYTHONDONTWRITEBYTECODE=1 python3 -W ignore check_schemas.py "$@" > ../output 2>&1; }

check || fail "$(cat ../output)"
[ "$(grep -c ' fits$' ../output)" -eq "$(find . -name '*.yaml' | wc -l)" ] || fail "not every manifest is checked: $(cat ../output)"

# planted FILE SED: the check names the file after the edit.
planted() {
    cp "$1" ../kept
    sed -i "$2" "$1"
    cmp -s "$1" ../kept && fail "the fault '$2' changes nothing in $1"
    check
    [ $? -eq 1 ] && grep -q "^$1: .* does not fit$" ../output || fail "the fault '$2' is not found in $1: $(cat ../output)"
    cp ../kept "$1"
}
planted fleet.yaml 's/containerPort:/containerPorts:/'
planted fleet.yaml 's/protocol: UDP/protocol: QUIC/'
planted fleet.yaml 's/memory: 256Mi/memory: [256]/'
planted autoscaler.yaml 's/minCapacity: 800/minCapacity: lots/'
planted autoscaler.yaml 's/type: Counter/type: Counters/'
planted autoscaler.yaml 's/autoscaling.agones.dev\/v1/agones.dev\/v1/'
planted allocation.yaml 's/minAvailable:/minimum:/'
planted allocation.yaml 's/gameServerState: Ready/gameServerState: Idle/'
planted allocation.yaml 's/kind: GameServerAllocation/kind: Fleet/'
planted allocation-by-code.yaml 's/containsValue:/contains:/'
planted allocation-by-code.yaml 's/containsValue: .*/containsValue: 7/'
cp fleet.yaml other.yaml
check && fail "a new manifest is not noticed"
rm other.yaml
check --renew && fail "--renew without a file is accepted"
exit $((failures > 0))
