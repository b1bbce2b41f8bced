"""Mail that means harm or knows no better: one message for each thing that went wrong somewhere.

   hostile.py MAILDIR     writes them all; X-Case names each. `cases()` gives them to whoever imports this.
"""
import base64
import os
import sys

ESCAPE = "\x1b"
# What a terminal may obey: erasing, titles, the clipboard, links, answers, modes, regions, other letters.
OBEYED = {
    "erase": "[2J~[H", "title": "]0;owned\x07", "clipboard": "]52;c;cm0gLXJm\x07", "link": "]8;;http://evil.test\x07click~]8;;\x07",
    "settings": 'P$q"p~\\', "picture": "Pq#0;2;0;0;0~~@@~\\", "mouse": "[?1003h~[?1049l", "answers": "[6n~[c~[21t",
    "region": "[5;6r~[?7l", "letters": "(0~)0\x0e",
}


def word(text):
    """An encoded word, without a look at how long it gets."""
    return "=?utf-8?B?%s?=" % base64.b64encode(text.encode()).decode()


def parts(boundary, *inner, closed=True):
    return "".join("--%s\n%s\n" % (boundary, part) for part in inner) + ("--%s--\n" % boundary if closed else "")


def text(words):
    return "Content-Type: text/plain\n\n" + words


def mixed(boundary, *inner, kind="mixed", closed=True):
    return dict(type="multipart/%s; boundary=%s" % (kind, boundary), body=parts(boundary, *inner, closed=closed))


def mail(name, body="Body.\n", type="text/plain; charset=utf-8", coding="8bit", more="", without=(), **instead):
    """The message of a case: usual headers, others instead of them, and more after them."""
    headers = {
        "From": "Mallory <mallory@evil.test>", "To": "Ann <ann@example.test>", "Subject": "Case " + name,
        "Date": "Tue, 05 May 2026 10:00:00 +0000", "Message-ID": "<%s@evil.test>" % name, "X-Case": name, "MIME-Version": "1.0",
        "Content-Type": type, "Content-Transfer-Encoding": coding,
    }
    headers.update(instead)
    head = "".join("%s: %s\n" % (key, value) for key, value in headers.items() if key not in without)
    return (head + more + "\n").encode() + (body if isinstance(body, bytes) else body.encode())


def controls():
    for name, pattern in OBEYED.items():
        sequence = ESCAPE + pattern.replace("~", ESCAPE)
        yield "raw-" + name, dict(Subject="raw %s end" % sequence, body="Before %s after.\n" % sequence)
        yield "encoded-" + name, dict(Subject=word("encoded %s end" % sequence), From=word("Eve" + sequence) + " <eve@evil.test>")
    yield "c1-utf-8", dict(Subject="c1 \x9b2J\x9d0;x\x9c end", body="\x9b31mred \x85next\n")
    yield "c1-latin", dict(type="text/plain; charset=iso-8859-1", body=b"raw \x9b2J \x9d0;x\x9c end\n")
    yield "backspaces", dict(Subject="amount 9999\b\b\b\b1", body="rm -rf\b\b\b\b\b\bls\r\x0b\x0c\x7f\n")
    yield "line-in-subject", dict(Subject="=?utf-8?Q?one=0D=0ABcc:_victim@example.test=0D=0Atwo?=")


def letters():
    yield "turned-around", dict(Subject="invoice_\u202efdp.exe", From=word("\u202eevil\u202c") + " <x@evil.test>")
    yield "isolates", dict(Subject="\u2066\u2067\u2068 a \u202b b left open", body="\u202e all of it reversed\n")
    marks = "\u0301\u0316\u0344\u035b\u0321" * 40
    yield "marks", dict(Subject=marks.join("marks"), body="e" + "\u0301" * 5_000 + "\n")
    yield "no-width", dict(Subject="\u200b\u200d\u2060\ufeff\xad" * 50 + "x")
    yield "wide", dict(Subject="🏳️‍🌈👩🏽‍🚀👨‍👩‍👧‍👦🇳🇴🇯🇵" * 12, body="﷽ ꧅ 𒐫 ⸻\n")
    yield "no-characters", dict(Subject="bad utf-8", body=b"\xef\xbf\xbe \xed\xa0\x80 \xf4\x90\x80\x80 \xc0\xaf \xff\xfe\n")
    yield "blanks", dict(Subject="\t \u3000 \u2003 ")


def headers():
    yield "long-subject", dict(Subject="long " * 2_000)
    yield "folded-subject", dict(Subject="\n ".join(["folded words of a subject"] * 2_500))
    for name in ("Date", "From", "Message-ID", "Subject"):
        yield "without-" + name.lower(), dict(without=(name,))
    yield "no-text", dict(body="")
    yield "bad-date", dict(Date="Mon, 99 Foo 20xx 25:61:99 +9999")
    for date in ("1 Jan 1970 00:00:00 +0000", "1 Jan 1900 00:00:00 +0000", "19 Jan 2038 03:14:08 +0000", "31 Dec 9999 23:59:59 -1200"):
        yield "date-" + date.split()[2], dict(Date=date)
    yield "two-senders", dict(more="From: Second <second@evil.test>\nSubject: the second subject\n")
    yield "group", dict(From="undisclosed-recipients:;")
    yield "no-address", dict(From='"unclosed <<@@>> ,,, ;')
    yield "other-name", dict(From='"ann@example.test" <mallory@evil.test>')
    yield "recipients", dict(Cc=",\n ".join("User %d <user%d@example.test>" % (number, number) for number in range(2_000)))
    yield "references", dict(References="\n ".join("<r%d@evil.test>" % number for number in range(1_000)))
    yield "answers-itself", {"In-Reply-To": "<answers-itself@evil.test>", "References": "<answers-itself@evil.test>"}
    yield "circle-1", {"In-Reply-To": "<circle-2@evil.test>"}
    yield "circle-2", {"In-Reply-To": "<circle-1@evil.test>"}
    yield "same-id-1", {"Message-ID": "<same@evil.test>", "body": "First.\n"}
    yield "same-id-2", {"Message-ID": "<same@evil.test>", "body": "Second, with another text.\n"}
    yield "broken-words", dict(Subject="=?utf-8?B?!!!notbase64?= =?nope?Q?x?= =?utf-8?Q?unclosed")
    yield "split-letter", dict(Subject="=?utf-8?B?5Lya6K2w44?= =?utf-8?B?Gu44Gn44GZ?=")


def texts():
    yield "unknown-charset", dict(type="text/plain; charset=x-nobody", body=b"caf\xe9 \xff\n")
    yield "wrong-charset", dict(body=b"caf\xe9 na\xefve\n")
    yield "broken-base64", dict(coding="base64", body="SGVsbG8gd29ybGQ*&^%$ truncat\n")
    yield "broken-quoted-printable", dict(coding="quoted-printable", body="bad =ZZ =4 =\n=C3=28 end=")
    yield "unknown-coding", dict(coding="x-some-coding")
    yield "long-line", dict(body="x" * 400_000 + "\n")
    yield "long-text", dict(body="The same words again, and once more.\n" * 25_000)
    yield "empty-lines", dict(body="\n" * 200_000)
    yield "quotes", dict(body="".join(">" * depth + " deep\n" for depth in range(1, 201)))
    yield "tabs", dict(body="\t" * 300 + "x\na\tb\tc\n")
    yield "flowed", dict(type="text/plain; charset=utf-8; format=flowed; delsp=yes",
                         body="> quoted line that \n> flows on\nnew text that \nflows \non\n-- \nname\n")


def structures():
    inner = text("deepest")
    for depth in range(60):
        inner = "Content-Type: multipart/mixed; boundary=b%d\n\n%s" % (depth, parts("b%d" % depth, inner))
    yield "deep-parts", mixed("top", inner)
    yield "mail-in-mail", dict(type="message/rfc822", coding="7bit", body="Subject: inner\nFrom: a@example.test\n"
                               "Content-Type: message/rfc822\n\nSubject: innermost\nFrom: b@example.test\n\nhello\n")
    file = "Content-Type: text/plain; name=f%d.txt\nContent-Disposition: attachment; filename=f%d.txt\n\n%d"
    yield "many-parts", mixed("p", *[file % (number, number, number) for number in range(1_000)])
    yield "not-closed", mixed("q", text("unclosed\n"), closed=False)
    yield "wrong-boundary", dict(type="multipart/mixed; boundary=right", body=parts("wrong", text("lost")))
    yield "no-boundary", dict(type="multipart/mixed", body="text\n")
    yield "file-elsewhere", mixed("f", text("see the file"), 'Content-Type: application/x-sh; name="../../../.bashrc"\n'
                                  'Content-Disposition: attachment; filename="../../../.bashrc"\n\necho owned')
    yield "file-obeyed", mixed("f", text("see the file"), "Content-Type: application/pdf\n"
                               "Content-Disposition: attachment; filename*=utf-8''%1B%5B2Jx%0Ay%E2%80%AEfdp.exe\n\nx")
    yield "invitation", mixed("c", text("Invitation"), "Content-Type: text/calendar; method=REQUEST; charset=utf-8\n\nBEGIN:VCALENDAR\n"
                              "VERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1\nDTSTART:20260506T100000Z\nSUMMARY:x\nEND:VEVENT\n"
                              "END:VCALENDAR", kind="alternative")
    yield "returned", mixed("d", text("Undelivered"), "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.test\n\n"
                            "Final-Recipient: rfc822; nobody@example.test\nAction: failed\nStatus: 5.1.1",
                            "Content-Type: text/rfc822-headers\n\nSubject: what was sent", kind="report; report-type=delivery-status")
    items = ["\nSubject: item %d\nFrom: u%d@example.test\n\nitem %d" % (number, number, number) for number in range(20)]
    yield "digest", mixed("g", *items, kind="digest")
    yield "signed", mixed("s", text("signed"), "Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\n\nnone\n"
                          "-----END PGP SIGNATURE-----", kind='signed; protocol="application/pgp-signature"; micalg=pgp-sha256')
    yield "winmail", dict(type="application/ms-tnef; name=winmail.dat", coding="base64", body="eJ8+IgAA\n")
    yield "nothing-but-a-file", dict(type="application/pdf; name=x.pdf", coding="base64", body="JVBERi0xLjQK\n")


def pages():
    html = "text/html; charset=utf-8"
    yield "deep-tables", dict(type=html, body="<table><tr><td>" * 2_000 + "deep" + "</td></tr></table>" * 2_000 + "\n")
    yield "scripts", dict(type=html, body="<script>alert(1)</script><style>*{}</style><p onclick=x>text &lt;b&gt; &#27;[2J &#x9b;31m &#0; "
                          "&#xD800; &bogus;<img src=http://track.test/x.gif><a href=\"javascript:alert(1)\">bank.test</a>\n")
    yield "unclosed-tags", dict(type=html, body="<p><b><i><a href=" + "<" * 5_000 + "\n")
    yield "long-page", dict(type=html, body="<div>" + "word <b>bold</b> " * 20_000 + "</div>\n")


def cases():
    """Name and bytes of each."""
    for group in (controls, letters, headers, texts, structures, pages):
        for name, difference in group():
            yield name, mail(name, **difference)
    yield "latin-header", (b"From: J\xfcrgen <j@example.test>\nTo: ann@example.test\nSubject: raw latin gr\xfc\xdfe\n"
                           b"Message-ID: <latin-header@evil.test>\nDate: Tue, 05 May 2026 10:00:00 +0000\n\nx\n")
    yield "no-header", b"\nNothing but a text, and no header at all.\n"


def write(box):
    """Into a Maildir; how many."""
    for name in ("cur", "new", "tmp"):
        os.makedirs(os.path.join(box, name), exist_ok=True)
    count = 0
    for count, (name, data) in enumerate(cases(), 1):
        with open(os.path.join(box, "new", "%d.%d.%s" % (1_700_000_000 + count, count, name)), "wb") as file:
            file.write(data)
    return count


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("%d messages" % write(sys.argv[1]))
