"""The Kubernetes example: every object fits its schema, and the site gets what it needs."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.live.server import ROOT
from tests.ops.variables import READ

FOLDER = ROOT / "deploy" / "kubernetes"
BASE, EXAMPLE = FOLDER / "base", FOLDER / "example"
SECRETS = {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_HOST_PASSWORD", "METRICS_TOKEN"}
OBJECTS: dict[str, dict[str, Any]] = {
    f"{each['kind']}-{each['metadata']['name']}": each
    for path in sorted(BASE.glob("*.yaml"))
    if path.name != "kustomization.yaml"
    for each in yaml.safe_load_all(path.read_text())
}
PODS = {name: each["spec"]["template"]["spec"] for name, each in OBJECTS.items() if "template" in each["spec"]}


def kustomization(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((folder / "kustomization.yaml").read_text())
    return found


def named(folder: Path) -> list[str]:
    """Every path that the kustomization of a folder names."""
    read = kustomization(folder)
    of_maps = [path for each in read.get("configMapGenerator", []) for path in each["envs"]]
    return read["resources"] + of_maps + [each["path"] for each in read.get("patches", [])]


def given(folder: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (folder / "site.env").read_text().splitlines())


@pytest.mark.parametrize("folder", [BASE, EXAMPLE], ids=lambda path: path.name)
def test_a_kustomization_names_all_its_files_and_no_others(folder: Path):
    there = {path.name for path in folder.iterdir()} - {"kustomization.yaml"}
    paths = named(folder)
    assert {path for path in paths if "/" not in path} == there
    assert len(set(paths)) == len(paths)
    assert [path for path in paths if not (folder / path).exists()] == []


@pytest.mark.parametrize("name", OBJECTS)
def test_every_object_fits_its_schema(name: str):
    kubernetes_validate.validate(OBJECTS[name], "1.34", strict=True)


@pytest.mark.parametrize("path", sorted(EXAMPLE.glob("*.yaml")), ids=lambda path: path.name)
def test_the_files_of_the_example_fit_their_schema(path: Path):
    if path.name != "kustomization.yaml":
        kubernetes_validate.validate(yaml.safe_load(path.read_text()), "1.34", strict=True)


def test_a_wrong_field_would_be_found():
    wrong = OBJECTS["Deployment-web"] | {"spec": OBJECTS["Deployment-web"]["spec"] | {"replica": 3}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.34", strict=True)


def test_the_site_runs_as_web_worker_and_migration():
    assert set(PODS) == {"Deployment-web", "Deployment-worker", "Job-migrate"}
    assert {name for name in OBJECTS if name.startswith("PodDis")} == {
        f"PodDisruptionBudget-{n}" for n in ("web", "worker")
    }


@pytest.mark.parametrize("name", PODS)
def test_containers_run_with_minimal_privileges_and_limits(name: str):
    pod = PODS[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == 1000  # of the Dockerfile
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for box in pod["containers"] + pod.get("initContainers", []):
        assert box["securityContext"] == {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
        }  # fmt: skip
        assert box["resources"]["limits"]["memory"]
        assert box["resources"]["requests"].keys() == {"cpu", "memory"}
        assert {"secretRef": {"name": "boneyard"}} in box["envFrom"]
        assert box["image"] == kustomization(EXAMPLE)["images"][0]["name"]


def test_web_processes_are_probed_where_the_image_listens():
    port = re.search(r'"--port", "(\d+)"', (ROOT / "Dockerfile").read_text())
    assert port is not None
    (web,) = PODS["Deployment-web"]["containers"]
    assert web["ports"] == [{"name": "http", "containerPort": int(port[1])}]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        asked = web[probe]["httpGet"]
        assert (asked["path"], asked["port"]) == ("/healthz", "http")
        assert asked["httpHeaders"] == [{"name": "Host", "value": "localhost"}]  # ALLOWED_HOSTS has it by default
    assert OBJECTS["Service-web"]["spec"]["ports"][0]["targetPort"] == "http"


def test_the_worker_is_probed_as_in_the_compose_file():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["worker"]
    (worker,) = PODS["Deployment-worker"]["containers"]
    assert worker["command"] == compose["command"]
    assert worker["livenessProbe"]["exec"]["command"] == compose["healthcheck"]["test"][1:]
    assert worker["ports"][0]["containerPort"] == int(given(BASE)["METRICS_PORT"])


def test_pods_select_themselves_and_wait_for_the_migration():
    for name in ("web", "worker"):
        spec = OBJECTS[f"Deployment-{name}"]["spec"]
        budget = OBJECTS[f"PodDisruptionBudget-{name}"]["spec"]
        assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"]
        assert budget["selector"] == spec["selector"]
        assert spec["replicas"] > budget["maxUnavailable"]
        assert "migrate --check" in spec["template"]["spec"]["initContainers"][0]["command"][-1]
    assert OBJECTS["Service-web"]["spec"]["selector"] == OBJECTS["Deployment-web"]["spec"]["selector"]["matchLabels"]


def test_a_game_goes_to_the_same_process_as_behind_nginx():
    nginx = re.findall(r"~\^\S+ \$id;", (ROOT / "deploy/nginx.conf").read_text())
    assert re.findall(r"~\^\S+ \$id;", (BASE / "ingress.yaml").read_text()) == nginx
    notes = OBJECTS["Ingress-boneyard"]["metadata"]["annotations"]
    assert notes["nginx.ingress.kubernetes.io/upstream-hash-by"] == "$game"
    assert notes["nginx.org/lb-method"] == "hash $game consistent"
    assert {type(note) for note in notes.values()} == {str}


@pytest.mark.parametrize("folder", [BASE, EXAMPLE], ids=lambda path: path.name)
def test_settings_exist_and_secrets_are_only_referred_to(folder: Path):
    assert given(folder).keys() <= READ
    assert (
        not {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_HOST_PASSWORD", "METRICS_TOKEN"} & given(folder).keys()
    )
    assert "kind: Secret\n" not in "".join(path.read_text() for path in folder.iterdir())
    host = given(EXAMPLE)["SITE_URL"].removeprefix("https://")
    assert host == yaml.safe_load((EXAMPLE / "ingress.yaml").read_text())["spec"]["rules"][0]["host"]
