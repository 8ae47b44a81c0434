"""What the server is told: `neo4j.conf` and the JVM's flags, rendered from ports and sizes. Pure.

Every setting was accepted by a real start of both releases: an unknown one stops the server.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_HEAP_MIB = 512
_PAGE_CACHE_MIB = 128

_CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    "connect-src 'self' ws://127.0.0.1:{bolt} ws://localhost:{bolt}"
)
"""Without this header the Browser page asks for web fonts and sends reports, whatever else is set."""

_OPENED_PACKAGES = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the server listens on 127.0.0.1: Bolt for drivers, HTTP for Neo4j Browser."""

    bolt: int
    http: int


def is_calendar_release(version: str) -> bool:
    """Return whether `version` is of the line that began with 2025.01, not of the 5.26 LTS."""
    return parse_version(version) >= (2025,)


def parse_version(version: str) -> tuple[int, ...]:
    """Return the parts of a release number, so that releases compare by age: (5, 26, 30) < (2026, 9, 0)."""
    return tuple(int(part) for part in version.split("."))


def main_class(version: str) -> str:
    """Return the Java class that runs the Community server of `version`."""
    return f"org.neo4j.server.{'Neo4jCommunity' if is_calendar_release(version) else 'CommunityEntryPoint'}"


def render_conf(version: str, ports: Ports) -> str:
    """Return the text of `neo4j.conf` for a server that only this machine reaches and that tells nobody."""
    settings = {
        # Loopback only. Without advertised addresses the server announces its default ports.
        "server.default_listen_address": "127.0.0.1",
        "server.bolt.listen_address": f"127.0.0.1:{ports.bolt}",
        "server.bolt.advertised_address": f"127.0.0.1:{ports.bolt}",
        "server.http.listen_address": f"127.0.0.1:{ports.http}",
        "server.http.advertised_address": f"127.0.0.1:{ports.http}",
        "server.https.enabled": "false",
        # With authentication off any web page open on the machine could read the graph.
        "dbms.security.auth_enabled": "true",
        "dbms.security.http_access_control_allow_origin": f"http://localhost:{ports.http}",
        "server.http_enabled_modules": "BROWSER",
        # Nothing leaves the machine.
        "client.allow_telemetry": "false",
        "dbms.usage_report.enabled": "false",
        "browser.remote_content_hostname_whitelist": "localhost,127.0.0.1",
        "dbms.security.http_static_content_security_policy_header": _CONTENT_POLICY.format(bolt=ports.bolt),
        # Cypher reads neither files nor addresses.
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "internal.dbms.cypher_ip_blocklist": "0.0.0.0/0,::/0",
        # One transaction can neither run for ever nor take the whole heap.
        "db.transaction.timeout": "120s",
        "db.memory.transaction.max": "256m",
        "server.memory.pagecache.size": f"{_PAGE_CACHE_MIB}m",
        # An empty store takes 2 MB instead of 516.
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.size": "16m",
        "db.tx_log.rotation.retention_policy": "keep_none",
        # Stopping takes half a second instead of ten.
        "internal.server.bolt.thread_pool_shutdown_wait_time": "1s",
    }
    if is_calendar_release(version):
        settings |= {
            "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
            "dbms.fleet_manager.enabled": "false",
            "server.fleet_discovery.enabled": "false",
            "server.http.x_forward.allow_proxies": "127.0.0.1",
            "server.http.x_forward.allow_hosts": "127.0.0.1,localhost",
        }
    else:
        settings["internal.dbms.bolt.netty_server_shutdown_quiet_period"] = "0"
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def jvm_flags(java_major: int, temp_dir: Path) -> list[str]:
    """Return the JVM's flags; on so small a heap the serial collector needs less memory."""
    quiet = ["--sun-misc-unsafe-memory-access=allow"] if java_major >= 23 else []
    return [
        f"-Xmx{_HEAP_MIB}m",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-Dfile.encoding=UTF-8",
        f"-Djava.io.tmpdir={temp_dir}",
        "--enable-native-access=ALL-UNNAMED",
        *quiet,
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED_PACKAGES),
    ]


def render_class_path(jars: Sequence[Path], separator: str) -> str:
    """Return a Java argument file with the class path: too long for some systems' command lines."""
    joined = separator.join(str(jar) for jar in jars).replace("\\", "\\\\").replace('"', '\\"')
    return f'-cp\n"{joined}"\n'
