"""The environment variables that the settings read."""

import re

from tests.live.server import ROOT

_SETTINGS = (ROOT / "dominoes_site" / "settings.py").read_text()
READ = set(re.findall(r"\b(?:env(?:_[a-z]+)?|secret)\(\s*[\"']([A-Z_]+)[\"']", _SETTINGS))
SECRETS = set(re.findall(r'\bsecret\("([A-Z_]+)"\)', _SETTINGS))
