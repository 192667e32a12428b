"""Prints where the site that is about to start can be reached, and what to set so that phones at home can open it.

`make run` calls it with the address it listens on. It reads SITE_URL, ALLOWED_HOSTS and PORT like the settings.
"""

import ipaddress
import os
import socket
import sys
from collections.abc import Mapping
from urllib.parse import urlsplit


def sentences(listens: str, env: Mapping[str, str], at_home: str | None) -> list[str]:
    """What the console says. *at_home*: this machine's address in its network, None if it has none."""
    port = env.get("PORT") or "8000"
    site = (env.get("SITE_URL") or f"http://localhost:{port}").rstrip("/")
    said = [f"Boneyard is at {site} (stop it with Ctrl-C)"]
    if _is_loopback(listens) or not _is_loopback(urlsplit(site).hostname or ""):
        return said
    here = at_home if listens in {"0.0.0.0", "::"} else listens  # noqa: S104  compared, not listened at
    address = f"http://{here or 'the-name-of-this-machine'}:{port}"
    if env.get("ALLOWED_HOSTS"):
        said.append("Others come in by the names in ALLOWED_HOSTS, but links in mails and QR codes lead to localhost.")
    else:
        said.append("It listens to the network, but answers to its own names only: others read that they are wrong.")
    said.append(f"To let phones in:  make run HOST={listens} SITE_URL={address}")
    said.append("(SITE_URL is what all links begin with; ALLOWED_HOSTS=name,name has further names.)")
    return said


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def address_at_home() -> str | None:
    """The address this machine would use towards others; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


if __name__ == "__main__":
    for sentence in sentences(sys.argv[1], os.environ, address_at_home()):
        print(sentence)
