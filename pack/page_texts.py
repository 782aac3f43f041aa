"""What people read on the page: what its scripts give to tr(), and the texts of page.html."""
import html.parser
import pathlib
import re

PAGE = pathlib.Path(__file__).parent.parent / 'page'
SCRIPTS = ['program.js', 'show.js', 'picture.js', 'page.js']
MARKED = re.compile(r"\btr\(((?:'(?:[^'\\]|\\.)*'\s*\+?\s*)+)")


class Texts(html.parser.HTMLParser):
    """The texts of a document, as its script looks them up: in one line, without those of its code."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ''

    def add(self, text: str) -> None:
        line = re.sub(r'\s+', ' ', text.strip())
        if re.search('[A-Za-z]', line):
            self.found.append(line)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attrs:
            if name in ('aria-label', 'placeholder') and value:
                self.add(value)

    def handle_endtag(self, tag: str) -> None:
        self.inside = ''

    def handle_data(self, data: str) -> None:
        if self.inside not in ('script', 'style', 'code'):
            self.add(data)


def texts() -> list[str]:
    """Each once."""
    document = Texts()
    document.feed((PAGE / 'page.html').read_text())
    marked = [''.join(re.findall(r"'((?:[^'\\]|\\.)*)'", parts))
              for name in SCRIPTS for parts in MARKED.findall((PAGE / name).read_text())]
    return list(dict.fromkeys([*document.found, *marked]))
