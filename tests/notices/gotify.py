"""A server on this machine that gets messages by `gotify://`, as a player's own would."""

import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "abcdefghijklmnopqrstuvwxyz012345"


class Server:
    """A server on this machine, as `gotify://`, that answers as told."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.headers, self.body, self.drips = 200, {}, b"{}", False
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                said = self.rfile.read(int(self.headers["Content-Length"]))
                server.asked.append((self.path, dict(self.headers.items()), said))
                self.send_response(server.status)
                for name, value in server.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    while server.drips:
                        self.wfile.write(b" ")
                        time.sleep(0.05)
                    self.wfile.write(server.body)
                except OSError:
                    pass

            def log_message(self, *_words: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"gotify://127.0.0.1:{self.server.server_port}/{KEY}"
