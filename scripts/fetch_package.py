#!/usr/bin/env python3
"""Fetch one published file of a Python package from this machine's package index.

The index is the one that pip would use, from its environment variables, its configuration files or
its built-in default, in that order. Proxy, certificates and the folders of find-links are also
pip's. The file is only fetched: nothing is unpacked, built, installed or run.

OUTPUT is created only if the whole file has the checksum. Exit codes: 0 done, 1 a problem on this
machine, 2 wrong usage, 3 wrong checksum, 4 no such file in the index, 5 the index or the network
failed.
"""

import argparse
import ast
import base64
import hashlib
import html.parser
import http.client
import importlib.util
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

MACHINE, USAGE, CHECKSUM, NOT_FOUND, NETWORK = 1, 2, 3, 4, 5
ATTEMPTS = 3
MAX_PAGE = 64 << 20
MAX_FILE = 2 << 30
BROKEN = (http.client.HTTPException, ConnectionError, socket.timeout, ssl.SSLError)


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def say(message):
    print(f"fetch_package.py: {message}", file=sys.stderr, flush=True)


# ---- what pip is configured to use


def pip_settings():
    """pip's effective settings for `pip download`, as {name: text}."""
    if importlib.util.find_spec("pip") is None:
        raise Failure(MACHINE, "pip is needed; install the package python3-pip")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    pipe = subprocess.PIPE
    # not in the current folder, because `-m` would search it first
    run = subprocess.run(command, stdout=pipe, stderr=pipe, text=True, cwd=os.path.abspath(os.sep))
    if run.returncode != 0:
        last = (run.stderr.strip().splitlines() or ["no message"])[-1]
        raise Failure(MACHINE, f"`pip config list` failed: {last}")
    sections = {"global": {}, "download": {}, ":env:": {}}
    for line in run.stdout.splitlines():
        name, _, value = line.partition("=")
        section, _, key = name.rpartition(".")
        if section in sections:
            try:
                sections[section][key.replace("_", "-")] = str(ast.literal_eval(value))
            except (SyntaxError, ValueError):
                raise Failure(MACHINE, f"cannot read pip's setting {name}")
    return {**sections["global"], **sections["download"], **sections[":env:"]}


def is_on(settings, name):
    return settings.get(name, "").lower() in ("1", "true", "yes", "on", "y", "t")


def index_urls(settings):
    if is_on(settings, "no-index"):
        return []
    first = settings.get("index-url")
    if not first:
        try:
            from pip._internal.models.index import PyPI
        except ImportError:
            raise Failure(MACHINE, "this pip has no known default index; set PIP_INDEX_URL")
        first = PyPI.simple_url
    return [first, *settings.get("extra-index-url", "").split()]


def linked_folders(settings):
    """The local folders among pip's find-links."""
    for place in settings.get("find-links", "").split():
        parts = urllib.parse.urlsplit(place)
        if parts.scheme == "file":
            place = urllib.request.url2pathname(parts.path)
        if os.path.isdir(place):
            yield pathlib.Path(place)


def certificates(settings):
    bundle = (
        settings.get("cert")
        or os.environ.get("REQUESTS_CA_BUNDLE")
        or os.environ.get("CURL_CA_BUNDLE")
    )
    try:
        if bundle and os.path.isdir(bundle):
            return ssl.create_default_context(capath=bundle)
        if bundle:
            return ssl.create_default_context(cafile=bundle)
        context = ssl.create_default_context()
    except (OSError, ssl.SSLError) as error:
        raise Failure(MACHINE, f"cannot load the certificates of {bundle}: {error}")
    try:  # in addition to the system's certificates, those of pip
        from pip._vendor import certifi

        context.load_verify_locations(certifi.where())
    except (ImportError, OSError, ssl.SSLError):
        pass
    return context


# ---- talking to the index


def without_login(url):
    """The URL without user and password, and these two as an Authorization header, or None."""
    parts = urllib.parse.urlsplit(url)
    login, at, host = parts.netloc.rpartition("@")
    if not at:
        return url, None
    user, _, password = login.partition(":")
    pair = f"{urllib.parse.unquote(user)}:{urllib.parse.unquote(password)}"
    header = "Basic " + base64.b64encode(pair.encode()).decode()
    return urllib.parse.urlunsplit(parts._replace(netloc=host)), header


class Client:
    def __init__(self, settings):
        self.timeout = float(settings.get("timeout") or settings.get("default-timeout") or 60)
        self.trusted = set(settings.get("trusted-host", "").split())
        self.logins = {}
        proxies = []
        if settings.get("proxy"):
            proxy = settings["proxy"]
            proxies.append(urllib.request.ProxyHandler({"http": proxy, "https": proxy}))

        def opener(context):
            return urllib.request.build_opener(
                urllib.request.HTTPSHandler(context=context), *proxies
            )

        unchecked = ssl.create_default_context()
        unchecked.check_hostname = False
        unchecked.verify_mode = ssl.CERT_NONE
        self.checking = opener(certificates(settings))
        self.trusting = opener(unchecked)  # for pip's trusted-host

    def host(self, url):
        parts = urllib.parse.urlsplit(url)
        return parts.netloc.rpartition("@")[2] or parts.path

    def open(self, url, accept="*/*"):
        url, login = without_login(url)
        site = urllib.parse.urlsplit(url)[:2]
        if site[0] not in ("http", "https", "file"):
            raise Failure(NETWORK, f"cannot fetch from an address that starts with '{site[0]}:'")
        if login:
            self.logins[site] = login
        request = urllib.request.Request(
            url, headers={"Accept": accept, "User-Agent": "etalon-fetch"}
        )
        if site in self.logins:  # a redirect must not send it to another host
            request.add_unredirected_header("Authorization", self.logins[site])
        hosts = {urllib.parse.urlsplit(url).hostname, site[1]}
        opener = self.trusting if self.trusted & hosts else self.checking
        return opener.open(request, timeout=self.timeout)

    def attempt(self, url, action):
        """action(), repeated after errors that may be temporary. None if the URL does not exist."""
        for tries_left in reversed(range(ATTEMPTS)):
            try:
                return action()
            except urllib.error.HTTPError as error:
                if error.code in (404, 410):
                    return None
                message = f"{self.host(url)} answered {error.code} {error.reason}"
                if error.code < 500 and error.code != 429:
                    raise Failure(NETWORK, message)
            except urllib.error.URLError as error:
                if isinstance(error.reason, FileNotFoundError):
                    return None
                message = f"cannot reach {self.host(url)}: {error.reason}"
                if isinstance(error.reason, ssl.SSLCertVerificationError):
                    raise Failure(NETWORK, message)
            except BROKEN as error:
                message = f"the connection to {self.host(url)} broke: {error or 'no answer'}"
            if tries_left:
                time.sleep(2 * (ATTEMPTS - tries_left))
        raise Failure(NETWORK, message)


class Links(html.parser.HTMLParser):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.urls = []

    def handle_starttag(self, tag, attributes):
        href = dict(attributes).get("href")
        if tag == "base" and href:
            self.base = urllib.parse.urljoin(self.base, href)
        elif tag == "a" and href:
            self.urls.append(urllib.parse.urljoin(self.base, href))


def listed_urls(client, index, project):
    """The addresses of all files that the index lists for the project."""
    page = f"{index.rstrip('/')}/{re.sub('[-_.]+', '-', project).lower()}/"
    if urllib.parse.urlsplit(page).scheme == "file":
        page += "index.html"

    def read():
        with client.open(page, "text/html") as response:
            return response.geturl(), response.read(MAX_PAGE)

    answer = client.attempt(page, read)
    if answer is None:
        return []
    url, body = answer
    links = Links(url)
    links.feed(body.decode("utf-8", "replace"))
    return links.urls


def find(client, indexes, project, filename):
    """The address of the file in the first index that has it."""
    trouble = None
    for index in indexes:
        try:
            for url in listed_urls(client, index, project):
                path = urllib.parse.urlsplit(url).path
                if urllib.parse.unquote(path.rpartition("/")[2]) == filename:
                    return url
        except Failure as failure:
            trouble = trouble or failure
    if trouble:
        raise trouble
    raise Failure(NOT_FOUND, f"no index that pip is configured for lists {filename}")


# ---- the file itself


def mebibytes(size):
    return f"{size / (1 << 20):.1f} MiB"


def copy(source, target, total, what):
    """Copy in pieces with progress; return the SHA-256."""
    digest, done, shown = hashlib.sha256(), 0, 0.0
    terminal = sys.stderr.isatty()
    while True:
        piece = source.read(1 << 16)
        if not piece:
            break
        done += len(piece)
        if done > MAX_FILE:
            raise Failure(CHECKSUM, f"{what} is larger than {mebibytes(MAX_FILE)}")
        digest.update(piece)
        target.write(piece)
        if terminal and time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            of = f" of {mebibytes(total)}" if total else ""
            print(f"\r\033[K{what}: {mebibytes(done)}{of}", end="", file=sys.stderr, flush=True)
    if terminal:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if total and done < total:
        raise ConnectionError(f"only {done} of {total} bytes arrived")
    return digest.hexdigest()


def has_checksum(path, sha256):
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            for piece in iter(lambda: file.read(1 << 20), b""):
                digest.update(piece)
    except OSError:
        return False
    return digest.hexdigest() == sha256


def save(opened, where, arguments):
    """Copy what opened() returns to OUTPUT, through a temporary file next to it."""
    output, filename = arguments.output, arguments.filename
    handle, temporary = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name}.")
    try:
        with open(handle, "wb") as target, opened() as source:
            total = int(source.headers.get("Content-Length") or 0)
            size = mebibytes(total) if total else "of unknown size"
            say(f"fetching {filename} ({size}) from {where}")
            actual = copy(source, target, total, filename)
        if actual != arguments.sha256:
            raise Failure(
                CHECKSUM,
                f"{filename} has the SHA-256 {actual}, not {arguments.sha256}; it was not kept",
            )
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, output)
        return True
    finally:
        try:
            os.unlink(temporary)
        except FileNotFoundError:
            pass


def fetch(arguments):
    if has_checksum(arguments.output, arguments.sha256):
        say(f"{arguments.output} already exists with this checksum")
        return
    if not arguments.output.parent.is_dir():
        raise Failure(MACHINE, f"there is no folder {arguments.output.parent}")
    settings = pip_settings()
    client = Client(settings)
    for folder in linked_folders(settings):
        if has_checksum(folder / arguments.filename, arguments.sha256):
            url = (folder / arguments.filename).resolve().as_uri()
            break
    else:
        url = find(client, index_urls(settings), arguments.project, arguments.filename)
    saved = client.attempt(
        url, lambda: save(lambda: client.open(url), client.host(url), arguments)
    )
    if not saved:
        raise Failure(NOT_FOUND, f"the index lists {arguments.filename} but does not have it")


def parse(command_line):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("project", help="the package's name, such as onnx")
    parser.add_argument("version", help="its version, such as 1.22.0")
    parser.add_argument("filename", help="the exact name of the published file")
    parser.add_argument("--sha256", required=True, metavar="HEX", help="its checksum")
    parser.add_argument("--output", required=True, type=pathlib.Path, metavar="PATH")
    arguments = parser.parse_args(command_line)

    arguments.sha256 = arguments.sha256.lower()
    if not re.fullmatch("[0-9a-f]{64}", arguments.sha256):
        parser.error("--sha256 takes 64 hexadecimal digits")
    if not re.fullmatch("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?", arguments.project):
        parser.error(f"'{arguments.project}' cannot be the name of a package")
    name = re.sub("[-_.]+", "[-_.]+", arguments.project)
    start = f"{name}-{re.escape(arguments.version)}([-.])"
    if "/" in arguments.filename or not re.match(start, arguments.filename, re.IGNORECASE):
        parser.error(
            f"'{arguments.filename}' is not a file of {arguments.project} {arguments.version}"
        )
    return arguments


def main():
    arguments = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # runs every `finally`
    try:
        fetch(arguments)
    except Failure as failure:
        say(str(failure))
        return failure.code
    except OSError as error:
        say(f"cannot write {arguments.output}: {error.strerror or error}")
        return MACHINE
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
