"""What commands stand on: the home folder, the optional parts that are installed, the settings."""

import importlib.metadata
import os
import re
import shutil

from agent.doctor.finding import CONFIGURATION_EXIT, Finding
from agent.settings import SECRET_NAMES, SETTING_NAMES, Settings

_REQUIREMENT = re.compile(r"\s*([\w.-]+).*;.*extra\s*==\s*['\"]([\w-]+)['\"]")
_NOT_FOR_USE = "dev"
_LOGIN = re.compile(r"(?<=://)[^/@\s]*@")
_QUERY = re.compile(r"\?.*", re.DOTALL)


def look_at_home(settings: Settings) -> Finding:
    """Return the finding of the folder where the managed server and caches live."""
    home = settings.home_path
    nearest = next(path for path in (home, *home.parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        what = "is no folder" if not nearest.is_dir() else "cannot be written"
        return Finding("home", "broken", f"{home}: {nearest} {what}", "set CLAIMGRAPH_HOME", CONFIGURATION_EXIT)
    free = f"{shutil.disk_usage(nearest).free / 1e9:.1f} GB free"
    return Finding("home", "ok", f"{home}{'' if home.exists() else ' (made when needed)'}, {free}")


def look_at_extras() -> list[Finding]:
    """Return one finding for each optional part of claimgraph."""
    wanted: dict[str, list[str]] = {}
    for line in importlib.metadata.requires("claimgraph") or []:
        if (match := _REQUIREMENT.match(line)) and match[2] != _NOT_FOR_USE:
            wanted.setdefault(match[2], []).append(match[1])
    return [_extra(name, [dist for dist in dists if not _is_installed(dist)]) for name, dists in wanted.items()]


def _extra(name: str, lacking: list[str]) -> Finding:
    if not lacking:
        return Finding(f"[{name}]", "ok", "installed")
    says = f"not installed: {', '.join(lacking)}"
    return Finding(f"[{name}]", "missing", says, f"if you want it: pip install 'claimgraph[{name}]'")


def _is_installed(dist: str) -> bool:
    try:
        importlib.metadata.version(dist)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def shown_settings(settings: Settings, origins: dict[str, str]) -> list[dict[str, str]]:
    """Return the settings that are set, each with its origin; of a secret only that it is set."""
    return [
        {"name": name, "value": _shown(name, str(getattr(settings, SETTING_NAMES[name]))), "from": origin}
        for name, origin in sorted(origins.items())
    ]


def _shown(name: str, value: str) -> str:
    if name in SECRET_NAMES:
        return "(set)"
    return _QUERY.sub("?…", _LOGIN.sub("***@", value)) if "://" in value else value
