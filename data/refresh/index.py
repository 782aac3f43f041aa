"""What an index lists: the files of a project, each with what its page says of it."""
import base64
import html.parser
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.5, text/html;q=0.3"
PLATFORMS = (("manylinux|linux", "x86_64", "linux-64"), ("manylinux|linux", "aarch64", "linux-aarch64"),
             ("win_amd64", "", "win-64"), ("win_arm64", "", "win-arm64"), ("macosx", "arm64", "osx-arm64"),
             ("macosx", "x86_64", "osx-64"), ("macosx", "", "macos"), ("any", "", "any"))


class Gone(Exception):
    """A place that could not be reached, or that has no such page."""


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def configured():
    """The index that pip is set to."""
    if os.environ.get("PIP_INDEX_URL"):
        return os.environ["PIP_INDEX_URL"]
    for key in ("global.index-url", "install.index-url"):
        done = subprocess.run([sys.executable, "-m", "pip", "config", "get", key],
                              capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.strip()
    return None


def ask(url, accept="*/*", most=512 << 20, seconds=60):
    """Bytes, type, and the address that answered in the end."""
    parts = urllib.parse.urlsplit(url)
    headers = {"Accept": accept, "User-Agent": "cudaplan-refresh"}
    if parts.username:
        pair = urllib.parse.unquote(parts.username) + ":" + urllib.parse.unquote(parts.password or "")
        headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        url = urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=seconds) as r:
            data = r.read(most + 1)
            if len(data) > most:
                raise Gone(f"{url}: more than {most} bytes")
            return data, r.headers, r.url
    except (urllib.error.URLError, OSError, ValueError) as e:
        raise Gone(f"{url}: {getattr(e, 'reason', e)}") from None


class File:
    """A wheel or an sdist of an index; `name` is its file name."""

    def __init__(self, name, url, sha256="", requires_python="", yanked=False, size=0, uploaded=""):
        self.name, self.url, self.sha256 = name, url, sha256
        self.requires_python, self.yanked, self.size, self.uploaded = requires_python, yanked, size, uploaded
        parts = name[:-4].split("-") if name.endswith(".whl") else []
        self.wheel = len(parts) in (5, 6)
        self.python = self.abi = self.tag = self.build = self.platform = ""
        self.version, self.local = "", ""
        if self.wheel:
            self.version, _, self.local = urllib.parse.unquote(parts[1]).partition("+")
            self.build = parts[2] if len(parts) == 6 else ""
            self.python, self.abi, self.tag = parts[-3:]
            self.platform = platform_of(self.tag)
        elif name.endswith((".tar.gz", ".zip")):
            self.version = re.sub(r"\.(tar\.gz|zip)$", "", name).rpartition("-")[2]


def platform_of(tag):
    for starts, has, platform in PLATFORMS:
        if re.match(starts, tag) and has in tag:
            return platform
    return ""


class Links(html.parser.HTMLParser):
    """The files of a page of PEP 503."""

    def __init__(self):
        super().__init__()
        self.found, self.base = [], ""

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "base" and attrs.get("href"):
            self.base = attrs["href"]
        if tag == "a" and attrs.get("href"):
            self.found.append(attrs)


def files_of_html(text, url):
    page = Links()
    page.feed(text)
    for a in page.found:
        whole = urllib.parse.urljoin(urllib.parse.urljoin(url, page.base), a["href"])
        at, _, fragment = whole.partition("#")
        name = urllib.parse.unquote(urllib.parse.urlsplit(at).path.rpartition("/")[2])
        sha256 = re.search(r"sha256=([0-9a-f]{64})", fragment)
        yield File(name, at, sha256.group(1) if sha256 else "", a.get("data-requires-python") or "",
                   "data-yanked" in a)


def files_of_json(text, url):
    for f in json.loads(text)["files"]:
        yield File(f["filename"], urllib.parse.urljoin(url, f["url"]), f.get("hashes", {}).get("sha256", ""),
                   f.get("requires-python") or "", bool(f.get("yanked")), f.get("size") or 0,
                   (f.get("upload-time") or "")[:10])


class Index:
    """One index of pip; its pages are read once."""

    def __init__(self, url):
        self.url, self.pages, self.received = url.rstrip("/"), {}, 0

    def files(self, project):
        if project not in self.pages:
            data, headers, url = ask(f"{self.url}/{normal(project)}/", ACCEPT)
            self.received += len(data)
            read = files_of_json if "json" in (headers.get("Content-Type") or "") else files_of_html
            self.pages[project] = list(read(data.decode("utf-8", "replace"), url))
        return self.pages[project]

    def day(self, file):
        """When a file was put there: what the index says, else the server of the file."""
        if file.uploaded:
            return file.uploaded
        request = urllib.request.Request(file.url, method="HEAD", headers={"User-Agent": "cudaplan-refresh"})
        try:
            with urllib.request.urlopen(request, timeout=60) as r:
                from email.utils import parsedate_to_datetime
                return parsedate_to_datetime(r.headers["Last-Modified"]).strftime("%Y-%m-%d")
        except (urllib.error.URLError, OSError, TypeError, ValueError):
            return ""
