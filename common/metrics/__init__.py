"""What Prometheus counts here. Each process counts for itself and is asked by itself (`/metrics`).

What is asked of the database at each scrape is in `dominoes_site/gauges.py`.
"""

from prometheus_client import Counter, Gauge, Histogram

requests = Counter("boneyard_requests", "Requests answered", ["view", "method", "status"])
seconds = Histogram(
    "boneyard_request_seconds", "Time to answer", ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)  # fmt: skip
changes = Counter("boneyard_game_changes", "Changes of games: moved, finished, joined …", ["kind"])
refusals = Counter("boneyard_refusals", "What players and programs were refused", ["code"])
sockets = Gauge("boneyard_sockets_open", "Websockets open in this process")
sweeps = Counter("boneyard_sweeps", "Looks of the clock")
decided = Counter("boneyard_decided", "Turns and offers the clock has ended")
notices = Counter("boneyard_notices", "Notices sent", ["channel", "outcome"])
