"""Invented mail as the world writes it: names, subjects and texts of many scripts, in the charsets and codings that carry them."""

import base64
import email.utils
import quopri
import sqlite3
import unicodedata

from program import same

# Charsets, a name, and lines of which one is a subject and some are a text.
TONGUES = {
    "en": ("us-ascii", "Rosalind Thorne", "The ferry leaves at noon|Bring the blue folder|Nobody has seen the cat since Monday"),
    "de": ("iso-8859-1 utf-8", "Jörg Weißmüller", "Übermorgen öffnet die Gärtnerei|Der Schlüssel hängt am Brett|Größe und Maße folgen"),
    "fr": ("iso-8859-15 windows-1252 utf-8", "Zoé Lefèvre", "La réunion d’été est décalée|Le reçu coûte 42 €|Où en est le dossier ?"),
    "pl": ("iso-8859-2 utf-8", "Łucja Żółkiewska", "Zażółć gęślą jaźń|Spotkanie w środę o dziesiątej|Dziękuję za wiadomość"),
    "tr": ("iso-8859-9 utf-8", "Şule Çağlayan", "Toplantı öğleden sonraya kaldı|Iğdır'dan İzmir'e üç gün|Teşekkürler"),
    "ru": ("koi8-r windows-1251 utf-8", "Алёна Ёлкина", "Отчёт за осень готов|Встреча перенесена на среду|Счёт во вложении"),
    "el": ("iso-8859-7 utf-8", "Ελένη Παππά", "Πρόσκληση στη γιορτή|Θα τα πούμε αύριο|Ευχαριστώ πολύ"),
    "ja": ("iso-2022-jp euc-jp shift_jis utf-8", "高橋 さくら", "来週の会議について|資料を添付しました|お花見は中止です"),
    "zh": ("gb18030 gb2312 utf-8", "王小明", "关于下周的安排|文件已经送出|请确认时间"),
    "tw": ("big5 utf-8", "陳怡君", "關於下週的安排|文件已經送出|請確認時間"),
    "ko": ("euc-kr utf-8", "김민준", "회의 일정이 바뀌었습니다|계약서를 검토해 주세요|고맙습니다"),
    "ar": ("windows-1256 utf-8", "خالد حسن", "موعد الاجتماع غدا|الفاتورة رقم 12 مرفقة|شكرا جزيلا"),
    "he": ("windows-1255 iso-8859-8 utf-8", "שרה לוי", "פגישה ביום שלישי|החשבונית מצורפת|תודה רבה"),
    "th": ("tis-620 utf-8", "กัญญา ใจดี", "กำหนดการประชุม|กรุณายืนยันเวลา|ขอบคุณ"),
    "hi": ("utf-8", "प्रिया शर्मा", "बैठक का समय बदल गया|कृपया पुष्टि करें|धन्यवाद"),
    "none": ("utf-8", "🐙 Dev 👩‍💻", "🎉 Party 🎂 on Friday|See you 👋🏽|Cafe\u0301 decomposed, re\u0301sume\u0301 too"),
}
FILES = [("plan.pdf", "application/pdf"), ("Übersicht März.csv", "text/csv"), ("会議資料.png", "image/png")]


class Letter:
    """What was written, as it should be read, and the bytes."""

    def __init__(self, number, chance, reply_to=None):
        self.number, self.chance = number, chance
        charsets, self.name, lines = TONGUES[chance.choice(list(TONGUES))]
        self.charset = chance.choice(charsets.split())
        lines = lines.split("|")
        self.subject = "Re: " + reply_to[1] if reply_to else "%s, %d" % (chance.choice(lines), number)
        self.lines = [chance.choice(lines) + "." for _ in range(chance.randint(1, 6))] + ["Number %d." % number]
        self.date = 1_750_000_000 + number * 3600
        self.id = "<t%d@tongues.example>" % number
        self.head = [
            "From: %s <person%d@mail.example>" % (self.word(self.name), number % 7), "To: Alice <alice@rig.example>",
            "Subject: " + self.word(self.subject), "Date: " + email.utils.formatdate(self.date), "Message-ID: " + self.id,
            "MIME-Version: 1.0"]
        if reply_to:
            self.head += ["In-Reply-To: " + reply_to[0], "References: " + reply_to[0]]
        self.bytes = "\r\n".join(self.head).encode() + b"\r\n" + self.content()

    def word(self, text):
        """In encoded words (RFC 2047), of its charset where that has all letters; or now and then as plain UTF-8 (RFC 6532)."""
        if text.isascii() or self.chance.random() < 0.1:
            return text
        charset = self.charset if fits(text, self.charset) else "utf-8"
        encode = self.chance.choice([in_b, in_q])
        words = [""]
        for letter in text:
            if len(encode(words[-1] + letter, charset)) > 75:
                words.append("")
            words[-1] += letter
        return "\r\n ".join(encode(word, charset) for word in words)

    def text_part(self, kind, text):
        charset = self.charset if fits(text, self.charset) else "utf-8"
        data = text.encode(charset)
        coding = self.chance.choice(["base64", "quoted-printable", "8bit"])
        if data.isascii():
            coding = "7bit"
        elif coding == "base64":
            data = base64.encodebytes(data).replace(b"\n", b"\r\n")
        elif coding == "quoted-printable":
            data = quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
        return b"Content-Type: text/%s; charset=%s\r\nContent-Transfer-Encoding: %s\r\n\r\n%s" % (
            kind.encode(), charset.encode(), coding.encode(), data)

    def file_part(self):
        name, kind = self.chance.choice(FILES)
        return ("Content-Type: %s\r\nContent-Disposition: attachment; filename*=%s\r\nContent-Transfer-Encoding: base64\r\n\r\n%s" % (
            kind, email.utils.encode_rfc2231(name, "utf-8"), "QUJD\r\n" * 50)).encode()

    def joined(self, kind, *parts):
        edge = "=_%s_%d" % (kind, self.number)
        inner = b"".join(b"--%s\r\n%s\r\n" % (edge.encode(), part) for part in parts)
        return ("Content-Type: multipart/%s; boundary=\"%s\"\r\n\r\n" % (kind, edge)).encode() + inner + b"--%s--\r\n" % edge.encode()

    def content(self):
        content = self.text_part("plain", "\r\n".join(self.lines) + "\r\n")
        kind = self.chance.random()
        page = "<html><body>%s</body></html>\r\n" % "".join("<p>%s</p>\r\n" % line for line in self.lines)
        if kind < 0.2:
            content = self.text_part("html", page)
        elif kind < 0.4:
            content = self.joined("alternative", content, self.text_part("html", page))
        if self.chance.random() < 0.2:
            content = self.joined("mixed", content, self.file_part())
        return content


def in_b(text, charset):
    return "=?%s?B?%s?=" % (charset, base64.b64encode(text.encode(charset)).decode())


def in_q(text, charset):
    return "=?%s?Q?%s?=" % (charset, "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else "=%02X" % byte for byte in text.encode(charset)))


def fits(text, charset):
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    # What else there is in Big5 is read in different ways.
    return charset != "big5" or all(letter.isascii() or "\u4e00" <= letter <= "\u9fff" for letter in text)


def read_as_written(program, letters, chance, sample=30):
    """Subjects of all of them; of some also who wrote them, and their text. A server may compose letters and their accents."""
    store = sqlite3.connect("file:%s/data/store.sqlite?mode=ro" % program.home, uri=True)
    with store:
        subjects = dict(store.execute("SELECT messageIDHeader, subject FROM envelope WHERE messageIDHeader IS NOT NULL"))
        names = dict(store.execute(
            "SELECT messageIDHeader, remoteID FROM envelope JOIN message ON message.id = message WHERE messageIDHeader IS NOT NULL"))
    store.close()
    for each in letters:
        same(composed(subjects.get(each.id, "")), composed(each.subject), "subject of %s in %s" % (each.id, each.charset))
    for each in chance.sample(letters, min(sample, len(letters))):
        [message] = program.json("show", "--message", names[each.id])["messages"]
        what = " of %s in %s" % (each.id, each.charset)
        same(composed(message["from"][0]["name"]), composed(each.name), "name" + what)
        same([composed(line) for line in message["text"].splitlines() if line], [composed(line) for line in each.lines], "text" + what)


def composed(text):
    return unicodedata.normalize("NFC", text)
