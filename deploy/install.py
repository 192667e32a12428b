"""Runs a command that installs packages, and says what helps if it fails: `python -m deploy.install npm ci …`.

Needs Python alone: the Makefile also calls it to make the environment.
"""

import re
import shutil
import subprocess
import sys
import tempfile

FULL = "The disk is full. The packages need 1 GB here; pip unpacks them in /tmp first, or where TMPDIR says."
# What venv, pip and npm write (the first that fits), and what we say to it.
REASONS = {
    r"No space left|ENOSPC|EDQUOT|quota exceeded": FULL,
    r"CERTIFICATE_VERIFY|SELF_SIGNED|self-signed|UNABLE_TO_(GET|VERIFY)|CERT_|ERR_TLS|SSLError": (
        "This machine doesn't trust the certificate of the server with the packages. If a proxy has one of its own, "
        "set PIP_CERT and NODE_EXTRA_CA_CERTS to its file (PEM)."
    ),
    r"Permission denied|EACCES|EPERM|Read-only file system|EROFS": (
        "You may not write to the file or folder that is named above. Run make as the owner of this folder, or clone "
        "the project to where you may write."
    ),
    r"ensurepip is not\s+available|No module named '?(venv|ensurepip)": (
        "Python can't make environments. On Debian: apt-get install python3-venv"
    ),
    r"NewConnection|NameResolution|\wTimeout|ProxyError|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH": (
        "We can't reach the server with the packages. Connect to the internet, set HTTPS_PROXY if you need a proxy, or "
        "name a mirror: PIP_INDEX_URL and npm_config_registry."
    ),
    r"E404": "The npm server lacks the package named above. Name another one: npm_config_registry.",
    r"DO NOT MATCH THE HASHES|EINTEGRITY": (
        "The server sent a file that isn't the one in our lock. Try again; if a mirror or proxy changes it, use "
        "another."
    ),
    r"No matching distribution": (
        "The server has no file of the package named above for this Python and processor. Choose another Python from "
        "3.11 to 3.14 (make clean, then make PYTHON=python3.13 …), or another mirror."
    ),
}


def why(output: str) -> str:
    """A sentence that helps after a command failed with this *output*."""
    if any(shutil.disk_usage(folder).free < 10_000_000 for folder in (".", tempfile.gettempdir())):
        return FULL  # npm and venv don't always say so
    fitting = (sentences for pattern, sentences in REASONS.items() if re.search(pattern, output))
    return next(fitting, "The packages weren't installed. The lines above say why.")


def main() -> None:
    output = ""
    with subprocess.Popen(
        sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        assert running.stdout
        for line in running.stdout:
            print(line, end="", flush=True)
            output += line
    if running.returncode:
        sys.exit(f"\n{why(output)}")


if __name__ == "__main__":
    main()
