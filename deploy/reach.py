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
    """The lines to print. *at_home*: this machine's address in its network, or None."""
    port = env.get("PORT") or "8000"
    site = (env.get("SITE_URL") or f"http://localhost:{port}").rstrip("/")
    texts = [f"{env.get('SITE_NAME') or 'Boneyard'} is at {site} (stop it with Ctrl-C)"]
    if _is_loopback(listens) or not _is_loopback(urlsplit(site).hostname or ""):
        return texts
    here = at_home if listens in {"0.0.0.0", "::"} else listens  # noqa: S104  a comparison
    address = f"http://{here or 'the-name-of-this-machine'}:{port}"
    if env.get("ALLOWED_HOSTS"):
        texts.append("Others can use the names in ALLOWED_HOSTS, but links in mails and QR codes point to localhost.")
    else:
        texts.append("Other devices can connect, but they only get an error page: this address isn't in ALLOWED_HOSTS.")
    texts.append(f"To let phones in:  make run HOST={listens} SITE_URL={address}")
    texts.append("(All links begin with SITE_URL. ALLOWED_HOSTS=name,name adds more names.)")
    return texts


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def address_at_home() -> str | None:
    """This machine's address in its network, or None. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


if __name__ == "__main__":
    for sentence in sentences(sys.argv[1], os.environ, address_at_home()):
        print(sentence)
