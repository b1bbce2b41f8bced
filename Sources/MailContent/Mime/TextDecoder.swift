/// Decodes the bytes of a text part, whatever charset it declares.
package struct TextDecoder: Sendable {
    package var text: String
    package var problem: String?

    /// - Parameter charset: as declared, or `nil`. UTF-7 is used only when declared, never guessed.
    package init(_ bytes: [UInt8], charset: String?) {
        let declared = (charset ?? "").trimmingBlanks().lowercased()
        let isPlainASCII = !bytes.contains { $0 >= 0x80 || $0 == 0x1B }
        if isPlainASCII, !Self.isWide(declared), !Self.usesASCIIBytesOtherwise(declared) {
            text = String(decoding: bytes, as: UTF8.self)
        } else if let marked = Self.byteOrderMarked(bytes, declared) {
            text = marked
        } else if Self.isISO2022JP(bytes, declared), let converted = Self.converted(bytes, "iso-2022-jp") {
            // No other charset switches to its characters this way, and much Japanese mail declares no charset.
            text = converted.text
        } else if declared.isEmpty || Self.asciiNames.contains(declared) {
            (text, problem) = Self.guessed(bytes, problem: "Text without a charset isn't UTF-8; Windows-1252 was taken")
        } else if declared == "utf-8" || declared == "utf8" {
            (text, problem) = Self.utf8(bytes)
        } else if declared.hasPrefix("hz"),
            let converted = GMime.text(EscapedCharset.gb18030(ofHZ: bytes)[...], charset: "GB18030")
        {
            text = converted.text
            if converted.broken > 0 { problem = Self.brokenBytes(declared) }
        } else if let converted = Self.converted(bytes, declared) {
            text = converted.text
            problem = converted.broken > 0 ? Self.brokenBytes(declared) : nil
        } else {
            let name = CleanText.line(String(declared.prefix(40)))
            (text, problem) = Self.guessed(bytes, problem: nil)
            problem = "The charset “\(name)” is unknown; the text may be wrong"
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // Databases and C libraries take a NUL for the end of the text, and would lose what follows.
        if text.utf8.contains(0) { text = text.replacing("\0", with: "\u{FFFD}") }
    }

    static func isWide(_ charset: String) -> Bool {
        charset.hasPrefix("utf-16") || charset.hasPrefix("utf-32") || charset.hasPrefix("ucs")
            || charset.hasPrefix("iso-10646")
    }
}

private extension TextDecoder {
    static let asciiNames: Set<String> = [
        "us-ascii", "us_ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "x-unknown", "unknown-8bit", "default",
    ]

    static func brokenBytes(_ charset: String) -> String {
        "Some bytes mean nothing in the charset \(charset); � stands for them"
    }

    /// Whether bytes declared as UTF-8 or ASCII, or not at all, switch to Japanese characters and back (RFC 1468).
    static func isISO2022JP(_ bytes: [UInt8], _ declared: String) -> Bool {
        guard declared.isEmpty || asciiNames.contains(declared) || declared.hasPrefix("utf-8") || declared == "utf8",
            bytes.contains(0x1B), !bytes.contains(where: { $0 >= 0x80 })
        else { return false }
        func holds(_ sequence: String) -> Bool { bytes[...].firstRange(of: Array(sequence.utf8)) != nil }
        return (holds("\u{1B}$B") || holds("\u{1B}$@")) && (holds("\u{1B}(B") || holds("\u{1B}(J"))
    }

    /// Converts text from its declared charset. Japanese mail also declares ISO-2022-JP for extensions of it, and for Shift-JIS.
    static func converted(_ bytes: [UInt8], _ declared: String) -> (text: String, broken: Int)? {
        let converted = GMime.text(bytes[...], charset: superset(of: declared))
        guard declared.hasPrefix("iso-2022-jp"), let strict = converted, strict.broken > 0 else { return converted }
        let other =
            bytes.contains(0x1B)
            ? GMime.text(EscapedCharset.eucJP(ofISO2022: bytes)[...], charset: "EUC-JP-MS")
            : GMime.text(bytes[...], charset: "CP932")
        return other.flatMap { $0.broken < strict.broken ? $0 : nil } ?? strict
    }

    static func usesASCIIBytesOtherwise(_ charset: String) -> Bool {
        charset.contains("utf-7") || charset.hasPrefix("hz") || charset.hasPrefix("iso-2022")
            || charset.contains("ebcdic")
            || charset.hasPrefix("ibm") || charset.hasPrefix("cp")
    }

    /// Returns the charset that senders mean by a name: the one with the characters that they really use (encoding.spec.whatwg.org §4.2).
    /// Underscores count as hyphens, as in Python's names.
    static func superset(of charset: String) -> String {
        let latin = latin(charset)
        return switch latin ?? charset.replacing("_", with: "-") {
        // Without a byte order mark, the high byte comes first (RFC 2781 §4.3).
        case "utf-16": "UTF-16BE"
        case "utf-32": "UTF-32BE"
        case "utf-8", "cp65001", "cp-65001", "unicode-1-1-utf-8", "x-unicode-2-0-utf-8", "x-unicode20utf8": "UTF-8"
        case "unicode-1-1-utf-7", "x-unicode-2-0-utf-7": "UTF-7"
        case "iso-8859-1", "latin1", "latin-1", "l1", "csisolatin1", "iso-ir-100", "cp819", "ibm819": "windows-1252"
        case "iso-8859-9", "latin5", "l5", "csisolatin5", "iso-ir-148": "windows-1254"
        case "iso-8859-11", "tis-620": "windows-874"
        case "csiso88596e", "csiso88596i": "ISO-8859-6"
        case "sun-eu-greek": "ISO-8859-7"
        case "visual", "logical", "csiso88598e", "csiso88598i": "ISO-8859-8"
        case "l9", "csisolatin9": "ISO-8859-15"
        case "koi", "koi8", "koi8-r": "KOI8-R"
        case "gb2312", "gbk", "x-gbk", "gb-2312", "gb-2312-80", "chinese", "csgb2312", "csiso58gb231280", "iso-ir-58":
            "GB18030"
        case "shift-jis", "sjis", "x-sjis", "shiftjis", "ms-kanji", "mskanji", "windows-31j", "csshiftjis": "CP932"
        case "ks-c-5601-1987", "ks-c-5601-1989", "ks-c-5601", "ksc-5601", "ksc5601", "csksc56011987", "iso-ir-149",
            "euc-kr", "x-euc-kr", "cseuckr", "korean", "x-windows-949", "ms949":
            "CP949"
        case "big5", "x-x-big5", "x-big5", "csbig5", "cn-big5", "big5-tw": "BIG5-HKSCS"
        case "x-euc-jp", "euc-jp": "EUC-JP"
        case "x-mac-roman", "mac-roman", "macroman": "MACINTOSH"
        case "x-mac-cyrillic", "x-mac-ukrainian", "mac-cyrillic": "MAC-CYRILLIC"
        case "x-mac-ce", "mac-latin2", "maclatin2", "maccentraleurope": "MAC-CENTRALEUROPE"
        default: codePage(charset) ?? latin ?? charset
        }
    }

    /// Returns the name of an ISO 8859 part, in any spelling: `iso8859-2`, `iso88595`, `iso_8859-1:1987`.
    static func latin(_ charset: String) -> String? {
        charset.wholeMatch(of: /iso[-_]?8859[-_]?([0-9]{1,2})(?::[0-9]{4})?/).map { "iso-8859-" + $0.1 }
    }

    /// Returns a code page by the number at the end of its name, in any spelling: `cp-1252`, `x-cp1251`, `win-1250`, `dos-866`.
    static func codePage(_ charset: String) -> String? {
        guard let name = charset.wholeMatch(of: /(?:x-)?(?:cp|win|windows|ansi|dos|ibm)[-_]?([0-9]{3,4})/) else {
            return nil
        }
        return "CP" + name.1
    }

    /// Decodes text with a byte order mark. Where a single-byte charset is declared, the two bytes of a UTF-16 mark are letters instead.
    static func byteOrderMarked(_ bytes: [UInt8], _ declared: String) -> String? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return GMime.text(bytes.dropFirst(4), charset: "UTF-32LE")?.text }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return GMime.text(bytes.dropFirst(4), charset: "UTF-32BE")?.text }
        if !declared.isEmpty, !isWide(declared), !declared.hasPrefix("utf"), bytes.first != 0xEF { return nil }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return GMime.text(bytes.dropFirst(2), charset: "UTF-16LE")?.text }
        if bytes.starts(with: [0xFE, 0xFF]) { return GMime.text(bytes.dropFirst(2), charset: "UTF-16BE")?.text }
        return nil
    }

    /// Decodes UTF-8 where it is valid, and otherwise Windows-1252, which has a character or a replacement for every byte.
    static func guessed(_ bytes: [UInt8], problem: String?) -> (String, String?) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        return (
            GMime.text(bytes[...], charset: "windows-1252")?.text ?? String(decoding: bytes, as: UTF8.self), problem
        )
    }

    /// Decodes text that is declared as UTF-8. It stays UTF-8 if at least half of its non-ASCII characters are valid; otherwise it is read
    /// as 8-bit text.
    static func utf8(_ bytes: [UInt8]) -> (String, String?) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        let repaired = String(decoding: bytes, as: UTF8.self)
        let broken = repaired.unicodeScalars.count { $0 == "\u{FFFD}" }
        let good = repaired.unicodeScalars.count { $0.value >= 0x80 && $0 != "\u{FFFD}" }
        if good >= broken { return (repaired, "Some bytes aren't UTF-8; � stands for them") }
        return guessed(bytes, problem: "Text said to be UTF-8 isn't; Windows-1252 was taken")
    }
}
