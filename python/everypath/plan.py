"""A whole run as a plan for a scheduler: a script for Slurm, a job for Kubernetes.

Nothing is submitted here; the plan is text. Its parts share a cache in a directory that all nodes
see, as those on Ray do (`cluster.py`).
"""

import json
import shlex

# How often Kubernetes may lose parts of a run before it gives the run up, for each part.
RETRIES = 3


def part(words: list[str], number: str, count: int) -> str:
    """The command of one part, for a shell that knows its number."""
    start, rest = words[:2], words[2:]
    return f"{shlex.join(start)} --shard={number}/{count} --jobs=1 {shlex.join(rest)}"


def slurm(words: list[str], count: int, directory: str) -> str:
    """A script that submits itself as an array, and the last command behind it."""
    return f"""#!/bin/bash
# sh everypath.sh submits {count} parts, and the command that writes the report when they are done.
#SBATCH --job-name=everypath
#SBATCH --cpus-per-task=1
#SBATCH --requeue
cd {shlex.quote(directory)} || exit
if [ -n "$SLURM_ARRAY_TASK_ID" ]; then
    exec {part(words, '"$SLURM_ARRAY_TASK_ID"', count)}
fi
if [ -n "$SLURM_JOB_ID" ]; then
    exec {shlex.join(words)}
fi
parts=$(sbatch --parsable --array=1-{count} "$0") || exit
sbatch --dependency="afterany:$parts" "$0"
"""


def kubernetes(words: list[str], count: int, directory: str, image: str, claim: str) -> str:
    """An indexed job whose pods have the directory from a claim on a volume."""
    command = part(words, "$((JOB_COMPLETION_INDEX + 1))", count)
    container = {
        "name": "everypath",
        "image": image,
        "workingDir": directory,
        "command": ["sh", "-c", command],
        "resources": {"requests": {"cpu": "1"}},
        "volumeMounts": [{"name": "project", "mountPath": directory}],
    }
    volume = {"name": "project", "persistentVolumeClaim": {"claimName": claim}}
    job = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "everypath"},
        "spec": {
            "completionMode": "Indexed",
            "completions": count,
            "parallelism": count,
            "backoffLimit": RETRIES * count,
            "template": {
                "spec": {
                    "restartPolicy": "OnFailure",
                    "containers": [container],
                    "volumes": [volume],
                }
            },
        },
    }
    return json.dumps(job, indent=2) + "\n"
