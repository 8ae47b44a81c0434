"""A real Chromium without a window, driven by its DevTools protocol: one page, its requests, what its scripts see."""

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import subprocess
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",  # tests run as root in containers; they visit loopback alone
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--remote-debugging-port=0",
)


def find_chromium() -> str | None:
    """Return the Chromium of this machine."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Page:
    """One page and what it did: `asked` are the addresses of its requests and web sockets that nothing stopped,
    `stopped` those that the page's own policy refused to send, `errors` what its scripts threw."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._requests: dict[str, str] = {}
        self.stopped: set[str] = set()
        self.errors: list[str] = []

    @property
    def asked(self) -> set[str]:
        """The addresses that were asked, but for those of the page's own data."""
        return {url for url in self._requests.values() if not url.startswith(("data:", "blob:"))}

    async def listen(self) -> None:
        """Take what the browser tells until it is gone."""
        with contextlib.suppress(ConnectionClosed):
            async for message in self._connection:
                await self._take(cast("dict[str, Any]", json.loads(message)))

    async def _take(self, told: dict[str, Any]) -> None:
        if "id" in told:
            waiting = self._waiting.pop(told["id"], None)
            if waiting and not waiting.done():
                waiting.set_result(told)
        elif told["method"] == "Network.requestWillBeSent":
            self._requests[told["params"]["requestId"]] = told["params"]["request"]["url"]
        elif told["method"] == "Network.webSocketCreated":
            self._requests[told["params"]["requestId"]] = told["params"]["url"]
        elif told["method"] == "Network.loadingFailed" and told["params"].get("blockedReason") == "csp":
            self.stopped.add(self._requests.pop(told["params"]["requestId"], "?"))
        elif told["method"] == "Page.javascriptDialogOpening":  # Neo4j Browser asks before it is left
            await self._send("Page.handleJavaScriptDialog", accept=True)
        elif told["method"] == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(told["params"]["exceptionDetails"])[:600])

    async def call(self, method: str, **params: object) -> dict[str, Any]:
        """Call a method of the protocol. Raises AssertionError with the browser's words."""
        told = await asyncio.wait_for(await self._send(method, **params), 60)
        assert "error" not in told, told
        return told["result"]

    async def _send(self, method: str, **params: object) -> asyncio.Future[dict[str, Any]]:
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        return answer

    async def go(self, address: str) -> None:
        """Visit an address."""
        await self.call("Page.navigate", url=address)

    async def see(self, script: str) -> Any:
        """Return what an expression of JavaScript gives on the page."""
        told = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def wait_for(self, script: str, what: str, timeout_s: float = 120) -> Any:
        """Return what the expression gives as soon as that is truthy. Raises AssertionError naming `what`."""
        for _ in range(int(timeout_s / 0.2)):
            found = await self.see(script)
            if found:
                return found
            await asyncio.sleep(0.2)
        text = await self.see("document.body ? document.body.innerText.slice(0, 1500) : ''")
        raise AssertionError(f"no {what} after {timeout_s:.0f} s; the page shows: {text}")

    async def show_graph_alone(self) -> None:
        """Make the newest picture as large as the page: full screen, without its panel, everything in sight."""
        for button in (
            '[aria-label^="Collapse the node properties"]',
            'button[title="Fullscreen"]',
            '[aria-label="zoom-to-fit"]',
        ):
            await self.see(f"document.querySelector({json.dumps(button)})?.click()")
            await asyncio.sleep(1)

    async def picture(self, path: Path) -> None:
        """Write a screenshot."""
        told = await self.call("Page.captureScreenshot", format="png")
        await asyncio.to_thread(_write, path, base64.b64decode(told["data"]))


@contextlib.asynccontextmanager
async def open_page(program: str, profile: Path) -> AsyncGenerator[Page]:
    """Start Chromium with an empty profile and open a page whose network is watched."""
    child = _start(program, profile)
    try:
        for _ in range(150):
            if port := _read_port(profile / "DevToolsActivePort"):
                break
            assert child.poll() is None, "Chromium ended while starting"
            await asyncio.sleep(0.2)
        else:
            raise AssertionError("Chromium did not open its debugging port")
        target = await _first_page(port)
        async with connect(target, max_size=None, ping_interval=None) as connection:
            page = Page(connection)
            listening = asyncio.create_task(page.listen())
            for domain in ("Page", "Network", "Runtime"):
                await page.call(f"{domain}.enable")
            await page.call(
                "Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False
            )
            yield page
            await page.call("Browser.close")
            await asyncio.wait({listening}, timeout=10)
            child.wait(20)
    finally:
        if child.poll() is None:
            child.kill()
            child.wait(10)


def _start(program: str, profile: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _read_port(file: Path) -> int:
    try:
        return int(file.read_text(encoding="ascii").splitlines()[0])
    except (FileNotFoundError, IndexError):
        return 0


async def _first_page(port: int) -> str:
    import httpx

    async with httpx.AsyncClient(trust_env=False) as client:
        rows = (await client.get(f"http://127.0.0.1:{port}/json/list")).json()
    return next(row["webSocketDebuggerUrl"] for row in rows if row["type"] == "page")
