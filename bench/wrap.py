"""wrap.py: copies Markdown from standard input and wraps its paragraphs at 100 columns.

Tables, headings, blocks of code and paragraphs without a longer line stay as they are.
"""

import re
import sys
import textwrap

COLUMNS = 100
ITEM = re.compile(r"(\s*)((?:[-*]|\d+\.)\s+)?")


def wrap(lines):
    """A paragraph or list item; code and links are not split."""
    if max(map(len, lines)) <= COLUMNS:
        return lines
    indent, mark = ITEM.match(lines[0]).groups("")
    text = " ".join(line.strip() for line in lines)[len(mark):]
    text = re.sub(r"`[^`]+`|\[[^\]]+\]\([^)]+\)", lambda part: part[0].replace(" ", "\0"), text)
    wrapped = textwrap.wrap(
        text, COLUMNS, initial_indent=indent + mark, subsequent_indent=indent + " " * len(mark),
        break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in wrapped]


def main():
    paragraph, fenced = [], False

    def flush():
        if paragraph:
            print(*wrap(paragraph), sep="\n")
        paragraph.clear()

    for line in sys.stdin.read().splitlines():
        fence = line.lstrip().startswith("```")
        if fence or fenced or not line.strip() or line.lstrip()[0] in "|#":
            flush()
            print(line)
        else:
            if ITEM.match(line)[2]:
                flush()
            paragraph.append(line)
        fenced ^= fence
    flush()


main()
