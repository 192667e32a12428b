"""Finds wrong names in the container files, without a container engine."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from tests.ops.variables import READ

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
OWN = {name for name, service in COMPOSE["services"].items() if service["image"] == "boneyard"}
EXAMPLE = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))


def asked_for(value: object) -> set[str]:
    """The variables of .env used in a part of the compose file."""
    return set(re.findall(r"\$\{([A-Z_]+)", str(value)))


def test_the_site_runs_as_web_worker_and_migration():
    assert {"web", "worker", "migrate"} == OWN
    assert COMPOSE["services"]["web"]["deploy"]["replicas"] >= 2


@pytest.mark.parametrize("service", sorted(OWN))
def test_every_variable_a_container_gets_is_read_by_the_settings(service):
    assert set(COMPOSE["services"][service]["environment"]) <= READ


@pytest.mark.parametrize("service", sorted(OWN))
def test_every_setting_in_the_file_of_the_host_reaches_the_site(service):
    """Compose alone would read it only to fill in the variables that the file names."""
    assert [file["path"] for file in COMPOSE["services"][service]["env_file"]] == [".env"]


def test_the_example_has_exactly_composes_variables():
    assert asked_for(COMPOSE["services"]) == EXAMPLE


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_containers_run_with_minimal_privileges(name):
    service = COMPOSE["services"][name]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", [])) <= {"NET_BIND_SERVICE"}
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert service["mem_limit"]
    assert 0 < service["pids_limit"] <= 256  # stops a fork bomb


def test_images_are_pinned_to_one_release():
    """A tag without its last number may be another, untested image next week."""
    images = [service["image"] for service in COMPOSE["services"].values() if service["image"] != "boneyard"]
    images += re.findall(r"^FROM (\S+:\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert len(images) == 5
    further = {"postgres": 1}  # numbers after the first; others have two
    for image in images:
        name, _colon, tag = image.partition(":")
        assert re.match(r"\d+" + r"\.\d+" * further.get(name, 2), tag), image


def test_the_proxy_closes_silent_connections():
    timeouts = re.search(r"timeouts \{(.*?)\}", (ROOT / "deploy" / "Caddyfile").read_text(), re.DOTALL)
    assert timeouts is not None
    assert re.findall(r"^\s*(\w+) (\S+)$", timeouts[1], re.MULTILINE) == [("read_header", "10s"), ("idle", "1m")]


def test_the_proxy_cannot_reach_the_databases_and_they_cannot_reach_the_internet():
    places = {name: set(service["networks"]) for name, service in COMPOSE["services"].items()}
    assert places["proxy"] == {"front"}
    assert places["postgres"] == places["redis"] == {"back"}
    assert COMPOSE["networks"]["back"] == {"internal": True}
    assert places["web"] == {"front", "back"}
    assert places["worker"] > {"back"}  # mails, pushes and webhooks go out


def test_redis_requires_the_password_that_the_site_sends():
    words = COMPOSE["services"]["redis"]["command"]
    assert asked_for(words[words.index("--requirepass") + 1]) == {"REDIS_PASSWORD"}
    for name in OWN:
        address = COMPOSE["services"][name]["environment"]["REDIS_URL"]
        assert re.match(r"redis://:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:", address)


def test_a_worker_that_stops_sweeping_is_unhealthy(tmp_path, real_time):
    worker = COMPOSE["services"]["worker"]
    place = worker["command"][worker["command"].index("--heartbeat") + 1]
    assert Path(place).parent.as_posix() in worker["tmpfs"]
    beat = tmp_path / "heartbeat"
    asks = [sys.executable, "-c", worker["healthcheck"]["test"][3].replace(place, str(beat))]
    assert worker["healthcheck"]["test"][:3] == ["CMD", "python", "-c"]

    def healthy():
        return subprocess.run(asks, stderr=subprocess.DEVNULL).returncode == 0

    assert not healthy()
    beat.touch()
    assert healthy()
    an_hour_ago = time.time() - 3600
    os.utime(beat, (an_hour_ago, an_hour_ago))
    assert not healthy()


def test_services_wait_for_services_that_exist():
    for service in COMPOSE["services"].values():
        for other, how in service.get("depends_on", {}).items():
            condition = how["condition"]
            assert other in COMPOSE["services"]
            if condition == "service_healthy" and other not in OWN:
                assert "healthcheck" in COMPOSE["services"][other]


def test_mounted_files_exist():
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", []):
            place = volume.split(":")[0]
            assert (ROOT / place).is_file() if place.startswith(".") else place in COMPOSE["volumes"]


def test_the_image_gets_everything_the_site_imports_and_no_tests():
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages | {"apps", "deploy/texts.py", "locale", "static", "templates", "manage.py"} <= allowed
    assert {"requirements.lock", "package.json", "package-lock.json", "requirements-build.lock"} <= allowed
    assert not {"tests", "var", "db.sqlite3", ".env", ".git"} & allowed


def test_the_proxy_uses_the_port_of_the_site():
    port = re.search(r'"--port", "(\d+)"', (ROOT / "Dockerfile").read_text())
    assert port is not None
    assert f"dynamic a web {port[1]} " in COMPOSE["services"]["proxy"]["environment"]["WEB"]
    assert "{$WEB:" in (ROOT / "deploy" / "Caddyfile").read_text()


def test_the_example_contains_no_secret():
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        assert re.search(rf"^{name}=$", (ROOT / ".env.example").read_text(), re.MULTILINE)


def test_every_setting_is_explained():
    explained = (ROOT / "docs" / "settings.md").read_text()
    assert {name for name in READ if f"`{name}`" not in explained} == set()
