# SPDX-License-Identifier: Apache-2.0
"""What every report must be, whatever went wrong while it was made, counted once more by somebody else."""
import hashlib
import json

STATES = ("pass", "fail", "missing", "error", "unchecked")


def items(data):
    return {item["key"]: item for item in json.loads(data)["items"]}


def faults_of(data, keys):
    """What is wrong with a report, as sentences. `keys`: what was submitted."""
    try:
        report = json.loads(data)
    except ValueError as e:
        return [f"it is no JSON document: {e}"]
    wrong = []
    found = [item["key"] for item in report["items"]]
    if found != sorted(keys):
        wrong.append(f"its keys are {found}")
    counts = {state: sum(item["status"] == state for item in report["items"]) for state in STATES}
    told = report["summary"]["keys"]
    if {state: told[state] for state in STATES} != counts or told["total"] != len(keys) or sum(counts.values()) != len(keys):
        wrong.append(f"its summary says {told}, its items {counts}, submitted were {len(keys)}")
    for item in report["items"]:
        for name, outcome in item["artifacts"].items():
            if (outcome["status"] == "pass") != ("sha256" in outcome):
                wrong.append(f"{item['key']}: {name}: a hash without a pass, or a pass without a hash")
            if outcome["status"] in ("error", "missing", "unchecked") and not outcome.get("findings"):
                wrong.append(f"{item['key']}: {name}: {outcome['status']} without a reason")
        if item["status"] == "pass" and any(o["status"] != "pass" for o in item["artifacts"].values()):
            wrong.append(f"{item['key']}: a pass with an artifact that is none")
    return wrong


def doubtful(data, sound):
    """Keys whose item is another than in the report `sound`. Sentences about those that became better by a fault, or
    that became worse in another way than by an error."""
    wrong, changed = [], []
    before, after = items(sound), items(data)
    for key, item in after.items():
        if item == before[key]:
            continue
        changed.append(key)
        for name, outcome in item["artifacts"].items():
            was = before[key]["artifacts"][name]
            if outcome == was:
                continue
            if outcome["status"] != "error":
                wrong.append(f"{key}: {name}: {was['status']} became {outcome['status']}: {json.dumps(outcome)}")
            elif not all(f["code"].startswith(("run.", "artifact.changed", "records.")) for f in outcome["findings"]):
                wrong.append(f"{key}: {name}: an error without its reason: {json.dumps(outcome)}")
        if item["status"] == "pass":
            wrong.append(f"{key}: a pass, with other facts than without the fault")
    return changed, wrong


def hashes_hold(data, out):
    """Whether what passes has the hash of the file that is there."""
    outcomes = [o for item in json.loads(data)["items"] for o in item["artifacts"].values() if o["status"] == "pass"]
    return all(hashlib.sha256((out / o["path"]).read_bytes()).hexdigest() == o["sha256"] for o in outcomes)
