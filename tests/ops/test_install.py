"""If packages can't be installed, one sentence says what helps."""

from types import SimpleNamespace

from deploy import install

# What pip, npm and venv wrote when we tried each.
SEEN = {
    "npm error code EACCES": "You may not write",
    "Error: [Errno 13] Permission denied: '/srv/site/.venv'": "You may not write",
    "npm error code DEPTH_ZERO_SELF_SIGNED_CERT": "set PIP_CERT and NODE_EXTRA_CA_CERTS",
    "connection broken by 'SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify "
    "failed: self-signed certificate (_ssl.c:1006)'))': /simple/apprise/\n"
    "ERROR: No matching distribution found for apprise==2.3.0": "set PIP_CERT and NODE_EXTRA_CA_CERTS",
    "connection broken by 'NewConnectionError(\"HTTPSConnection(host='localhost', port=9): Failed to establish a new "
    "connection: [Errno 111] Connection refused\")': /simple/apprise/\n"
    "ERROR: No matching distribution found for apprise==2.3.0": "name a mirror",
    "connection broken by 'NameResolutionError(\"HTTPSConnection(host='nowhere.invalid', port=443)\n"
    "ERROR: No matching distribution found for apprise==2.3.0": "name a mirror",
    "npm error code ENOTFOUND": "name a mirror",
    "npm error errno ECONNREFUSED": "name a mirror",
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "The disk is full",
    "ERROR: No matching distribution found for apprise==2.3.0": "no file of the package",
    "npm error code E404": "npm_config_registry",
    "The virtual environment was not created successfully because ensurepip is not\navailable.": "python3-venv",
    "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.": "isn't the one in our lock",
    "Segmentation fault": "The lines above say why",
}


def test_a_failed_installation_says_what_helps(monkeypatch):
    monkeypatch.setattr(install.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=10**9))
    for output, sentence in SEEN.items():
        assert sentence in install.why(output), output
    monkeypatch.setattr(install.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=4_096))
    assert "The disk is full" in install.why("Error: Command '[…, 'ensurepip']' returned non-zero exit status 1.")
