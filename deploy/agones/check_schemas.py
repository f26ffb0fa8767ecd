"""Checks fleet.yaml and autoscaler.yaml against the custom resource definitions that Agones publishes.

  python3 deploy/agones/check_schemas.py INSTALL_YAML   install/yaml/install.yaml of an Agones release

Needs python3-yaml and python3-jsonschema. An unknown field is an error, too: Kubernetes would drop it silently.
Exit status: 0, 1 a file does not fit, 2 bad usage.
"""
import pathlib
import sys

import jsonschema
import yaml


def strict(schema):
    """The schema with unknown fields forbidden wherever it lists fields."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: strict(value) for key, value in schema.items() if not key.startswith("x-kubernetes")}
    if "properties" in out and "additionalProperties" not in out and not schema.get("x-kubernetes-preserve-unknown-fields"):
        out["additionalProperties"] = False
    if out.pop("nullable", False) and isinstance(out.get("type"), str):
        out["type"] = [out["type"], "null"]
    return out


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0 if "-h" in sys.argv or "--help" in sys.argv else 2
    definitions = {}
    for document in yaml.safe_load_all(pathlib.Path(sys.argv[1]).read_text()):
        if document and document.get("kind") == "CustomResourceDefinition":
            for version in document["spec"]["versions"]:
                schema = strict(version["schema"]["openAPIV3Schema"])
                for field in ("apiVersion", "kind", "metadata"):
                    schema.setdefault("properties", {})[field] = {}
                definitions[document["spec"]["names"]["kind"]] = schema
    failures = 0
    for name in ("fleet", "autoscaler"):
        text = yaml.safe_load((pathlib.Path(__file__).parent / f"{name}.yaml").read_text())
        if text["kind"] not in definitions:
            print(f"check_schemas: {sys.argv[1]} defines no {text['kind']}", file=sys.stderr)
            return 2
        before = failures
        for error in jsonschema.Draft4Validator(definitions[text["kind"]]).iter_errors(text):
            failures += 1
            print(f"{name}.yaml: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}")
        print(f"{name}.yaml: {text['kind']}", "does not fit" if failures > before else "fits")
    return 1 if failures else 0


sys.exit(main())
