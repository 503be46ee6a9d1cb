"""Documents that try to become markup or script: in titles, text, labels, tables, names of files and of documents.

Every payload calls `alert`, so a browser test sees it if one ever runs.
"""

from pathlib import Path

SCRIPTS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</template><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<body onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<link rel=stylesheet href=javascript:alert(1)>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href=//evil.example/>",
    "<style>*{background:url(javascript:alert(1))}</style>",
    "<video><source onerror=alert(1)></video>",
    "<marquee onstart=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    '" autofocus onfocus="alert(1)" x="',
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "{{ 7 * 7 }}<script>alert(1)</script>",
    "{% raw %}<script>alert(1)</script>",
    "{{ self.__init__.__globals__ }} alert(1)",
    "${alert(1)}",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "&amp;lt;img src=x onerror=alert(1)&amp;gt;",
    "\\<script>alert(1)\\</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script/src=data:,alert(1)>",
    "\u2028<script>alert(1)</script>",
    "\ufeff<script>alert(1)</script>",
    "<script>alert(1)//\u202e",
    "`<img src=x onerror=alert(1)>`",
    "**<img src=x onerror=alert(1)>**",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "![x](x onerror=alert(1))",
    '<https://x.example/"onmouseover=alert(1)>',
)
"""Texts, each of which is put into several places of the documents."""
WHOLE = "Whole </title><script>alert(1)</script>"
"""The title of the chapter and of the card that hold all payloads."""


def write_hostile(folder: Path) -> int:
    """Write a collection in which every payload stands in several places; return how many payloads there are.

    Each has a chapter and a card of its own, and the last chapter and the last card hold them all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rules, cards = ["# Rules of <b onclick=alert(1)>Tides</b>\n"], ["# Cards\n\n## Card-by-Card Rulings\n"]
    for number, payload in enumerate(SCRIPTS, 1):
        rules.append(f"## {number}.0 {payload}\n\nSee {number}.0 {payload}. ({number}.0) ({number + 900}.0)\n\n")
        rules.append(f"Example: {payload}\n\n- {payload} ({max(number - 1, 1)}.0)\n\nNote: {payload}\n\n")
        cards.append(f"### Gull{number} {payload}\n\nERRATA: {payload} Cost: [{payload}] 3 {payload}\n\n")
        cards.append(f"{payload} (2007-07-0{number % 9 + 1})\n\nSee Gull1 {SCRIPTS[0]}\n\n")
    rules.append(f"## {len(SCRIPTS) + 1}.0 {WHOLE}\n\n")
    cards.append(f"### {WHOLE}\n\nERRATA: {' '.join(SCRIPTS)}\n\n")
    for number, payload in enumerate(SCRIPTS, 1):
        rules.append(f"{payload}\n\nSee {number}.0 {payload}. ({number}.0)\n\n- {payload}\n\nNote: {payload}\n\n")
        cards.append(f"{payload} (2007-07-0{number % 9 + 1})\n\n")
    (folder / "rules.md").write_text("".join(rules), encoding="utf-8")
    (folder / "cards.md").write_text("".join(cards), encoding="utf-8")
    (folder / "'\"><img src=x onerror=alert(1)>.md").write_text("# Low water\n\nMud, and more mud.\n", encoding="utf-8")
    title = '</title><script>alert(1)</script>"'
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    rows = [
        f'[[document]]\nfile = "rules.md"\ntitle = "{quoted}"\nedition = "{quoted}"\norigin = "{quoted}"\n',
        f'licence = "{quoted}"\ngame = "{quoted}"\n[[document]]\nfile = "cards.md"\ngame = "{quoted}"\n',
    ]
    (folder / "corpus.toml").write_text("".join(rows), encoding="utf-8")
    return len(SCRIPTS) * 4
