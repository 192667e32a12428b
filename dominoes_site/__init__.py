"""Settings, addresses and administration. Processes that use Django import them first, so the path to rooms is here."""

import sys
from pathlib import Path

APPS = Path(__file__).resolve().parent.parent / "apps"  # rooms around the game; imports name them without this folder
sys.path.insert(0, str(APPS))
