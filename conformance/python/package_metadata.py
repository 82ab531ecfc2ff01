"""What CMakeLists.txt says of the package, for scikit-build-core: version, licence, maintainer, addresses, page."""

import pathlib
import posixpath
import re

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
TEXT = (HOME / "CMakeLists.txt").read_text(encoding="utf-8")


def value(name):
    return re.search(rf'^set\({name} "(.*)"\)', TEXT, re.MULTILINE)[1]


def page():
    """PYPI.md; its links to files are addresses in the repository, or text alone where there is none."""
    repository, folder = value("REPOSITORY"), "conformance/python"

    def link(match):
        path = posixpath.normpath(f"{folder}/{match[2]}")
        return f"[{match[1]}]({repository}/blob/main/{path})" if repository else match[1]

    text = (HOME / folder / "PYPI.md").read_text(encoding="utf-8")
    return re.sub(r"\[([^\]]+)\]\((?!https:)([^)]+)\)", link, text)


def maintainer():
    name, _, address = value("MAINTAINER").rstrip(">").partition(" <")
    return {"name": name} | ({"email": address} if address else {})


def dynamic_metadata(settings, project):
    repository = value("REPOSITORY")
    links = {"Repository": "", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}
    return {
        "version": re.search(r"^project\(Etalon VERSION ([0-9.]+)", TEXT, re.MULTILINE)[1],
        "license": value("LICENCE"),
        "maintainers": [maintainer()],
        "readme": {"content-type": "text/markdown", "text": page()},
        "urls": {name: repository + path for name, path in links.items() if repository},
    }
