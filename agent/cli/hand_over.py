"""A link with a password in it, given to the person's browser by no command line that other users could read."""

import contextlib
import http.server
import secrets
import threading
from collections.abc import Callable

_WAIT_S = 20.0
"""A browser that is not running yet takes some seconds to start."""


def hand_over(link: str, open_page: Callable[[str], bool], *, wait_s: float = _WAIT_S) -> bool:
    """Open an address of ours on loopback, which sends the browser on to `link` once; return whether it came.

    `open_page` gets that address: it names no password, is good for one visit, and for `wait_s` seconds.
    """
    token = secrets.token_urlsafe(24)
    came = threading.Event()

    class SendOn(http.server.BaseHTTPRequestHandler):
        timeout = 5

        def do_GET(self) -> None:
            if came.is_set() or not secrets.compare_digest(self.path.encode(), f"/{token}".encode()):
                self.send_error(404)
                return
            came.set()
            self.send_response(303)
            for name, value in (
                ("Location", link),
                ("Cache-Control", "no-store"),
                ("Referrer-Policy", "no-referrer"),
                ("Content-Length", "0"),
            ):
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing: the address is for one visit only, and nobody's business."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), SendOn) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            with contextlib.suppress(OSError):
                if open_page(f"http://127.0.0.1:{server.server_address[1]}/{token}"):
                    came.wait(wait_s)
        finally:
            server.shutdown()
            thread.join()
    return came.is_set()
