"""The environment variables that the settings read."""

from dominoes_site import environment

RATES = {name for name in environment.KNOWN if name.startswith("RATE_")}
SECRETS = environment.SECRETS
READ = environment.KNOWN - RATES - {f"{name}_FILE" for name in SECRETS}
