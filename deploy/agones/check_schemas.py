"""Checks the manifests of this folder against the schemas that Agones publishes.

  python3 deploy/agones/check_schemas.py                       with the schemas in schemas.json
  python3 deploy/agones/check_schemas.py --renew INSTALL_YAML  makes schemas.json, from install/yaml/install.yaml of an Agones release

Needs python3-yaml and python3-jsonschema. An unknown field is an error, too: Kubernetes would drop it silently.
Exit status: 0, 1 a file does not fit, 2 bad usage.
"""
import json
import pathlib
import re
import sys

import jsonschema
import yaml

FOLDER = pathlib.Path(__file__).parent
SCHEMAS = FOLDER / "schemas.json"
KINDS = {"fleet": "Fleet", "autoscaler": "FleetAutoscaler", "allocation": "GameServerAllocation", "allocation-by-code": "GameServerAllocation"}


def strict(schema):
    """The schema with unknown fields forbidden wherever it lists fields, and without texts for people."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    named = "properties" in schema and isinstance(schema["properties"], dict)
    out = {key: strict(value) for key, value in schema.items()
           if not key.startswith("x-kubernetes") and key != "properties" and not (key in ("description", "title", "default") and not isinstance(value, dict))}
    if named:
        out["properties"] = {name: strict(value) for name, value in schema["properties"].items()}
        if "additionalProperties" not in out and not schema.get("x-kubernetes-preserve-unknown-fields"):
            out["additionalProperties"] = False
    if out.pop("nullable", False) and isinstance(out.get("type"), str):
        out["type"] = [out["type"], "null"]
    return out


def closed(properties):
    return {"type": "object", "properties": properties, "additionalProperties": False}


def allocation():
    """An allocation has no custom resource definition, because Agones itself serves that kind. These are the types of
    pkg/apis/allocation/v1/gameserverallocation.go, and the checks of its Validate()."""
    whole, text = {"type": "integer", "minimum": 0}, {"type": "string"}
    texts = {"type": "array", "items": text}
    by_name = lambda schema: {"type": "object", "additionalProperties": schema}
    selector = closed({
        "matchLabels": by_name(text),
        "matchExpressions": {"type": "array", "items": {**closed({"key": text, "operator": {"enum": ["In", "NotIn", "Exists", "DoesNotExist"]}, "values": texts}), "required": ["key", "operator"]}},
        "gameServerState": {"enum": ["Ready", "Allocated"]},
        "players": closed({"minAvailable": whole, "maxAvailable": whole}),
        "counters": by_name(closed({name: whole for name in ("minCount", "maxCount", "minAvailable", "maxAvailable")})),
        "lists": by_name(closed({"containsValue": text, "minAvailable": whole, "maxAvailable": whole})),
    })
    return closed({
        "apiVersion": {"enum": ["allocation.agones.dev/v1"]}, "kind": {}, "metadata": {},
        "spec": closed({
            "multiClusterSetting": closed({"enabled": {"type": "boolean"}, "policySelector": {}}),
            "required": selector, "preferred": {"type": "array", "items": selector},
            "priorities": {"type": "array", "items": closed({"type": {"enum": ["Counter", "List"]}, "key": text, "order": {"enum": ["Ascending", "Descending"]}})},
            "selectors": {"type": "array", "items": selector},
            "scheduling": {"enum": ["Packed", "Distributed"]},
            "metadata": closed({"labels": by_name(text), "annotations": by_name(text)}),
            "counters": by_name(closed({"action": {"enum": ["Increment", "Decrement"]}, "amount": {"type": "integer", "minimum": 1}, "capacity": whole})),
            "lists": by_name(closed({"addValues": texts, "deleteValues": texts, "capacity": {**whole, "maximum": 1000}})),
        }),
    })


def renew(install):
    text = pathlib.Path(install).read_text()
    schemas = {"origin": "install/yaml/install.yaml of " + re.search(r"chart: (agones-\S+)", text).group(1) + ", Copyright Google LLC, Apache License 2.0; descriptions left out"}
    for document in yaml.safe_load_all(text):
        if not document or document.get("kind") != "CustomResourceDefinition" or document["spec"]["names"]["kind"] not in KINDS.values():
            continue
        for version in document["spec"]["versions"]:
            schema = strict(version["schema"]["openAPIV3Schema"])
            schema.setdefault("properties", {}).update(kind={}, metadata={}, apiVersion={"enum": [document["spec"]["group"] + "/" + version["name"]]})
            schemas[document["spec"]["names"]["kind"]] = schema
    schemas["GameServerAllocation"] = allocation()
    # A line for each kind, so that a change is shown where it is.
    lines = [json.dumps(kind) + ": " + json.dumps(schema, separators=(",", ":"), sort_keys=True) for kind, schema in schemas.items()]
    SCHEMAS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def main():
    words = sys.argv[1:]
    if words and words[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if len(words) == 2 and words[0] == "--renew":
        renew(words[1])
    elif words:
        print(__doc__, file=sys.stderr)
        return 2
    schemas = json.loads(SCHEMAS.read_text())
    failures = 0
    unknown = {path.stem for path in FOLDER.glob("*.yaml")} ^ set(KINDS)
    for name in sorted(unknown):
        failures += 1
        print(f"{name}.yaml: is in one of this folder and the list of this program, not in both")
    for name, kind in KINDS.items():
        if name in unknown:
            continue
        text = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
        errors = list(jsonschema.Draft4Validator(schemas[kind]).iter_errors(text))
        if text.get("kind") != kind:
            print(f"{name}.yaml: kind: expected {kind}, not {text.get('kind')}")
        for error in errors:
            print(f"{name}.yaml: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}")
        is_wrong = bool(errors) or text.get("kind") != kind
        failures += is_wrong
        print(f"{name}.yaml: {kind}", "does not fit" if is_wrong else "fits")
    return 1 if failures else 0


sys.exit(main())
