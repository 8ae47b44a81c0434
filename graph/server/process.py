"""Start, find, stop and remove the managed server; it is detached and outlives us."""

import os
import shutil
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from graph.errors import ServerDied, StoreTooNew
from graph.server import config
from graph.server.home import ProcessRecord, ServerHome, StoreRecord
from graph.server.jvm import answers, find_process, find_reason, home_argument, is_ours, read_rss, reap_children, spawn
from graph.server.status import ServerStatus

DEFAULT_VERSION = "2026.09.0"
_POLL_S = 0.05
_ANSWERS_WITHIN_S = 180
_KILLED_S = 30
_ROOM_TO_START = 100_000_000


def _say_nothing(_: str) -> None:
    pass


class LocalServer:
    """One managed server: a home and the release that opens its store.

    `version` is the release asked for; without one it is the store's own, and the newest for a new store.
    `maven_url` and `java_home` are the settings of that name; `progress` allows a bar on a terminal; `say`
    gets one short sentence before anything that takes time; `jvm_flags` are added to the server's own.
    """

    def __init__(
        self,
        home: ServerHome,
        *,
        version: str | None = None,
        maven_url: str | None = None,
        java_home: Path | None = None,
        progress: bool = True,
        say: Callable[[str], None] = _say_nothing,
        jvm_flags: Sequence[str] = (),
    ) -> None:
        """Keep the settings; nothing is opened."""
        self.home = home
        self._asked = version
        self._maven_url = maven_url
        self._java_home = java_home
        self._progress = progress
        self._say = say
        self._jvm_flags = jvm_flags

    @property
    def version(self) -> str:
        """The release that would open the store now."""
        from graph.server.jars import known_releases

        if self._asked:
            return self._asked
        store = self.home.read_store()
        return store.version if store and store.version in known_releases() else DEFAULT_VERSION

    def start(self, *, new_ports: bool = False) -> ServerStatus:
        """Return the status of the running server, starting it when it does not run.

        Several processes may call it at once: one server results. A start that was killed midway is taken up.
        It has 180 s to answer, fetching apart. Raises a ServerError, or WrongCredentials: StoreTooNew
        when the store belongs to a newer release than the one asked for, which would break it.
        """
        if (status := self.status()).state == "running" and self._is_ready(status.pid):
            self._check_release()
            return status
        with self._locked():
            self._check_release()
            process = find_process(self.home)
            if process is not None:
                self._wait_until_ready(process.pid, time.monotonic() + _ANSWERS_WITHIN_S)
            else:
                pid = self._launch(new_ports=new_ports)
                self._wait_until_ready(pid, time.monotonic() + _ANSWERS_WITHIN_S)
        return self.status()

    def stop(self, timeout_s: float = 60) -> bool:
        """Stop the server, killing it after `timeout_s` (0: at once; nothing is lost); return whether one ran."""
        import psutil

        with self._locked():
            process = find_process(self.home)
            if process is None:
                self.home.forget_process()
                return False
            with suppress(OSError):  # a full disk must not keep the server from being stopped
                self.home.write_process(ProcessRecord(process.pid, self._running_version(), is_ready=False))
            try:
                process.terminate()
                process.wait(timeout_s)
            except psutil.TimeoutExpired:
                process.kill()
                process.wait(_KILLED_S)
            except psutil.NoSuchProcess:
                pass
            reap_children()
            self.home.forget_process()
            return True

    def status(self) -> ServerStatus:
        """Return what is found now; nothing is started, created or waited for."""
        from graph.server.space import name_full_disk

        with name_full_disk(self.home.root):
            return self._find_status()

    def _find_status(self) -> ServerStatus:
        home = self.home
        store, ports = home.read_store(), home.read_ports()
        process = find_process(home) if store else None
        if process is None:
            state = "stopped" if store else "absent"
        else:
            state = "running" if ports and answers(ports.bolt) else "starting"
        return ServerStatus(
            state=state,
            version=self._running_version() if process else self.version,
            pid=process.pid if process else None,
            bolt_port=ports.bolt if ports else None,
            http_port=ports.http if ports else None,
            uri=f"bolt://127.0.0.1:{ports.bolt}" if ports else None,
            browser_url=f"http://localhost:{ports.http}/browser/" if ports else None,
            store_bytes=home.measure_store(),
            rss_bytes=read_rss(process) if process else None,
            home=home.root,
            log_file=home.log_file,
            password_file=home.password_file,
        )

    def logs(self, lines: int = 50) -> list[str]:
        """Return the last `lines` of the server's log, none before the first start."""
        try:
            text = self.home.log_file.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return []
        return text.splitlines()[-lines:] if lines > 0 else []

    def destroy(self) -> None:
        """Stop the server and remove its store, password and ports; the fetched jars stay."""
        self.stop()
        with self._locked():
            shutil.rmtree(self.home.server_dir, ignore_errors=True)

    @contextmanager
    def _locked(self) -> Generator[None]:
        from filelock import Timeout

        from graph.server.space import name_full_disk

        with name_full_disk(self.home.root):
            lock = self.home.lock()
            try:
                lock.acquire(timeout=0)
            except Timeout:
                self._say("Another process is starting or stopping the local database; waiting for it.")
                lock.acquire()
            try:
                yield
            finally:
                lock.release()

    def _check_release(self) -> None:
        """Refuse a release that we cannot run, and one that is older than the store: it would break it."""
        from graph.server.jars import check_release

        version = self.version
        check_release(version)
        store = self.home.read_store()
        if store is None or store.version == version:
            return
        if config.parse_version(store.version) > config.parse_version(version):
            remedy = (
                f"unset CLAIMGRAPH_NEO4J_VERSION, or set another CLAIMGRAPH_HOME for Neo4j {version}"
                if self._asked
                else "use the release of claimgraph that brought it, or remove the store with claimgraph db destroy"
            )
            raise StoreTooNew(
                f"the store in {self.home.data_dir} belongs to Neo4j {store.version}, and Neo4j {version} is older and "
                f"cannot open it; {remedy}"
            )
        if find_process(self.home) is not None:
            self._say(
                f"The local database runs on Neo4j {store.version}; end it with claimgraph db stop to have Neo4j "
                f"{version} open its store."
            )

    def _is_ready(self, pid: int | None) -> bool:
        record = self.home.read_process()
        return record is not None and record.pid == pid and record.is_ready

    def _running_version(self) -> str:
        record = self.home.read_process() or self.home.read_store()
        return record.version if record else self.version

    def _launch(self, *, new_ports: bool) -> int:
        from graph.server.browser.kit import build_page, find_browser_jar
        from graph.server.jars import ensure_jars, read_lock
        from graph.server.java import find_java
        from graph.server.space import check_space

        java = find_java(self._java_home)
        home = self.home
        store, version = home.read_store(), self.version
        rows = read_lock(version)
        jars = ensure_jars(rows, home.jars_dir, self._maven_url, progress=self._progress, say=self._say)
        check_space(home.root, _ROOM_TO_START, "the local database")
        home.create_folders()
        ports = home.choose_ports(anew=new_ports)
        home.ensure_password()
        (home.conf_dir / "neo4j.conf").write_text(config.render_conf(version, ports), encoding="utf-8")
        build_page(find_browser_jar(jars), home.page_file, ports.bolt)
        home.class_path_file.write_text(config.render_class_path(jars, os.pathsep), encoding="utf-8")
        home.write_store(StoreRecord(version, has_password=bool(store and store.has_password)))
        upgrade = f"; its store of {store.version} is upgraded for good" if store and store.version != version else ""
        self._say(f"Starting the local database (Neo4j {version}{upgrade}).")
        command = [
            str(java.program),
            *config.jvm_flags(java.major, home.temp_dir),
            *self._jvm_flags,
            f"@{home.class_path_file}",
            config.main_class(version),
            home_argument(home),
            f"--config-dir={home.conf_dir}",
            "--console-mode",
        ]
        pid = spawn(command, home)
        home.write_process(ProcessRecord(pid, version, is_ready=False))
        return pid

    def _wait_until_ready(self, pid: int, deadline: float) -> None:
        from graph.server.login import log_in

        home = self.home
        ports, store = home.read_ports(), home.read_store()
        if ports is None or store is None:
            raise ServerDied(f"the local database's own notes in {home.server_dir} are gone; end process {pid}")
        while not answers(ports.bolt):
            self._check_alive(pid, deadline)
            time.sleep(_POLL_S)
        password = home.ensure_password()
        while not log_in(ports.bolt, password, home.password_file, is_set=store.has_password):
            self._check_alive(pid, deadline)
            time.sleep(_POLL_S)
        home.write_store(StoreRecord(store.version, has_password=True))
        home.write_process(ProcessRecord(pid, store.version, is_ready=True))

    def _check_alive(self, pid: int, deadline: float) -> None:
        if not is_ours(pid, self.home):
            self.home.forget_process()
            raise ServerDied(
                f"the local database ended while starting: {find_reason(self.logs(400))}; "
                f"its log is {self.home.log_file}"
            )
        if time.monotonic() > deadline:
            raise ServerDied(
                f"the local database (process {pid}) does not answer; see {self.home.log_file}, "
                "or end it with claimgraph db stop"
            )
