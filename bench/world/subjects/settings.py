"""Settings from a file of `key = value` lines, overridden by the environment."""

import os

TRUE = ("1", "true", "yes", "on")


class SettingsError(ValueError):
    """The settings cannot be used."""


def parse(text):
    settings = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1] + "."
            continue
        key, separator, value = line.partition("=")
        if not separator:
            raise SettingsError(f"line {number}: no '='")
        settings[section + key.strip()] = value.strip()
    return settings


def load(path):
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        settings = parse(file.read())
    level = os.environ.get("APP_LEVEL")
    if level is not None:
        settings["level"] = level
    return settings


def is_on(settings, key, default=False):
    value = settings.get(key)
    if value is None:
        return default
    return value.lower() in TRUE


def port(settings):
    try:
        number = int(settings["port"])
    except KeyError:
        return 8080
    except ValueError:
        raise SettingsError("port is no number") from None
    if not 0 < number < 65536:
        raise SettingsError("port is out of range")
    return number
