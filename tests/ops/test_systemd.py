"""The units of deploy/systemd: what they run exists, and they may do little else."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from deploy import answers
from tests.live.server import ROOT, LiveServer, free_port
from tests.ops.variables import READ
from tests.rooms import django_rooms

SYSTEMD = ROOT / "deploy" / "systemd"
UNITS = sorted(path for path in SYSTEMD.iterdir() if path.suffix in {".service", ".timer", ".target"})
SERVICES = [path for path in UNITS if path.suffix == ".service"]
HERE = "/opt/boneyard/current"  # where docs/hosting.md puts the site
MOST_EXPOSED = 20  # tenths, by systemd's own measure of 0 to 100; a unit without limits has 96


def read(path: Path) -> configparser.ConfigParser:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str
    unit.read(path)
    return unit


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """A copy of the units that runs this checkout."""
    shutil.copytree(SYSTEMD, tmp_path / "units")
    for path in (tmp_path / "units").rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace(HERE, str(ROOT)))
    return tmp_path / "units"


@pytest.mark.systemd
def test_systemd_accepts_every_unit(units: Path):
    words = ["systemd-analyze", "verify", "--man=no", *(str(units / path.name) for path in UNITS)]
    words = [word.replace("web@.", "web@8001.") for word in words]
    done = subprocess.run(words, capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "boneyard" in line]
    assert (done.returncode, ours) == (0, [])


@pytest.mark.systemd
@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.stem)
def test_services_are_confined(units: Path, service: Path):
    whole = units / f"whole-{service.name.replace('@', '-')}"
    more = (units / "boneyard-.service.d" / "all.conf").read_text()
    whole.write_text(f"{(units / service.name).read_text()}\n{more}")
    words = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(whole)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.stem)
def test_every_service_gets_the_limits_by_its_name(service: Path):
    """systemd reads boneyard-.service.d for every service whose name begins so."""
    assert service.name.startswith("boneyard-")
    assert "User" not in read(service)["Service"]


def test_commands_and_modules_exist():
    commands = {path.stem for room in django_rooms() for path in room.glob("management/commands/*.py")} | {"migrate"}
    for service in SERVICES:
        text = service.read_text()
        assert set(re.findall(r"manage\.py (\w+)", text)) <= commands
        for module in re.findall(r"-m ([\w.]+)", text):
            assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
    assert re.findall(r"manage\.py (\w+)", (SYSTEMD / "boneyard-worker.service").read_text()) == ["worker"]


def test_web_processes_and_workers_start_only_after_a_migration():
    for name in ("boneyard-web@.service", "boneyard-worker.service"):
        unit = read(SYSTEMD / name)["Unit"]
        assert unit["Requires"] == unit["After"] == "boneyard-migrate.service"
        assert unit["PartOf"] == "boneyard.target"


def test_the_settings_of_the_example_exist_and_hold_no_secret():
    lines = (SYSTEMD / "env.example").read_text().splitlines()
    given = dict(re.findall(r"^#?([A-Z_]+)=(.*)", "\n".join(lines), re.MULTILINE))
    assert given.keys() <= READ
    assert given["SECRET_KEY"] == given["METRICS_TOKEN"] == given["EMAIL_HOST_PASSWORD"] == ""


def test_prometheus_asks_the_ports_of_the_units():
    jobs = yaml.safe_load((ROOT / "deploy/monitoring/prometheus.yml").read_text())["scrape_configs"]
    asked = {target for job in jobs for place in job["static_configs"] for target in place["targets"]}
    behind = set(re.findall(r"server (127\.0\.0\.1:\d+);", (ROOT / "deploy/nginx.conf").read_text()))
    metrics = re.findall(r"^METRICS_PORT=(\d+)", (SYSTEMD / "env.example").read_text(), re.MULTILINE)
    assert asked == behind | {f"127.0.0.1:{port}" for port in metrics}


def test_the_backup_may_write_to_its_folder_and_runs_every_night():
    service = read(SYSTEMD / "boneyard-backup.service")["Service"]
    assert service["ReadWritePaths"] in service["ExecStart"].split()
    assert read(SYSTEMD / "boneyard-backup.timer")["Timer"]["Persistent"] == "true"


def test_a_web_process_has_started_when_it_answers(shared_server: LiveServer):
    assert answers.answers(str(shared_server.port))
    assert not answers.answers(str(free_port()))


def test_a_start_ends_only_when_the_proxies_have_noticed_it():
    """Two restarts in a row would otherwise meet a proxy that avoids both."""
    caddy = re.findall(r"fail_duration (\d+)s", (ROOT / "deploy/Caddyfile").read_text())
    of_nginx = "10"  # its own default
    assert "fail_timeout" not in (ROOT / "deploy/nginx.conf").read_text()
    assert int(max([*caddy, of_nginx])) < answers.UNNOTICED
    assert "-m deploy.answers %i" in (SYSTEMD / "boneyard-web@.service").read_text()
