"""Play dominoes on a Boneyard server.

`Boneyard` makes moves and follows games. `boneyard_client.generated` has every address of the API and every shape, made
from the server's OpenAPI schema.
"""

from boneyard_client.events import follow
from boneyard_client.site import Boneyard, Refused, Stale, had
from boneyard_client.version import __version__

__all__ = ["Boneyard", "Refused", "Stale", "__version__", "follow", "had"]
