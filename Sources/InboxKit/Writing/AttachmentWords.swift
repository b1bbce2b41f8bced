import Foundation

/// Words that suggest that a message has a file, by language.
package struct AttachmentWords: Sendable {
    /// The words by language (ISO 639-1). A star stands for any ending; phrases are looked for as they are.
    package static let byLanguage: [String: [String]] = [
        "ar": ["مرفق", "أرفقت"],
        "cs": ["přílo*", "přilož*", "přikládám"],
        "da": ["vedhæft*", "vedlagt"],
        "de": [
            "anhang", "anhänge", "angehängt*", "anbei", "beigefügt*", "siehe anlage", "in der anlage", "als anlage",
            "ich hänge",
        ],
        "el": ["συνημμέν*", "επισυνάπτ*"],
        "en": [
            "attached", "attachment", "attachments", "attaching", "enclosed", "i attach", "we attach", "will attach",
            "i'll attach",
        ],
        "es": ["adjunto", "adjunta", "adjuntos", "adjuntas", "archivo anexo"],
        "fa": ["پیوست", "ضمیمه"],
        "fi": ["liitteenä", "liitteessä", "liitetiedosto*", "ohessa"],
        "fr": ["pièce jointe", "pièces jointes", "ci-joint", "ci-jointe", "ci-joints", "ci-jointes"],
        "he": ["מצורף", "מצורפת", "מצורפים", "מצ\"ב"],
        "hi": ["संलग्न"],
        "hu": ["csatolt*", "csatolv*", "csatolom", "mellékel*", "melléklet*"],
        "id": ["terlampir", "lampiran"],
        "it": ["allegato", "allegata", "allegati", "allegate", "in allegato"],
        "ja": ["添付"],
        "ko": ["첨부"],
        "nb": ["vedlegg", "vedlegget", "vedlagt"],
        "nl": ["bijlage", "bijlagen", "bijgevoegd*", "bijgesloten"],
        "pl": ["załącz*", "w załączeniu"],
        "pt": ["em anexo", "anexo", "anexos", "anexei", "anexado"],
        "ro": ["atașat*", "ataşat*", "anexat"],
        "ru": ["вложени*", "во вложении", "прикрепл*", "прилагаю", "прилагается"],
        "sv": ["bifogad*", "bifogar", "bilaga", "bilagan", "bilagor"],
        "th": ["แนบมา", "ไฟล์แนบ"],
        "tr": ["ekteki", "ektedir", "ilişikte", "ek dosya"],
        "uk": ["вкладенн*", "прикріпл*", "у вкладенні", "додаю файл"],
        "vi": ["đính kèm"],
        "zh": ["附件", "附檔", "附上"],
    ]

    private struct Form: Sendable {
        var bytes: [UInt8]
        /// Whether more letters may follow the form.
        var isStem: Bool
        /// Whether letters may precede or follow the form.
        var runsOn: Bool
    }

    /// All spellings of the words, indexed by first byte: a text of megabytes is scanned once, while the user waits to send it.
    private var forms = [[Form]](repeating: [], count: 256)

    /// - Parameters:
    ///   - languages: the languages whose words count; empty means all.
    ///   - more: the user's own words.
    package init(languages: [String] = [], more: [String] = []) {
        let chosen = Self.byLanguage.filter { languages.isEmpty || languages.contains($0.key) }.sorted {
            $0.key < $1.key
        }
        let own = more.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        for word in (own + chosen.flatMap(\.value)).map({ $0.lowercased() }) { add(word) }
    }

    private mutating func add(_ word: String) {
        let isStem = word.hasSuffix("*")
        let letters = isStem ? String(word.dropLast()) : word
        let (one, other) = (letters.precomposedStringWithCanonicalMapping, letters.decomposedStringWithCanonicalMapping)
        for written in one.utf8.elementsEqual(other.utf8) ? [one] : [one, other] {
            guard let first = written.utf8.first else { continue }
            let runsOn = written.unicodeScalars.contains(where: Self.runsOn)
            forms[Int(first)].append(Form(bytes: Array(written.utf8), isStem: isStem, runsOn: runsOn))
        }
    }

    /// Returns the first of the words in a text, as it is written there. It must be a word of its own, not a part of a file name or
    /// address.
    package func first(in text: String) -> String? {
        let small = text.lowercased()
        let bytes = Array(small.utf8)
        var isInWord = false
        for (place, byte) in bytes.enumerated() {
            for form in forms[Int(byte)] where form.runsOn || !isInWord {
                guard bytes[place...].starts(with: form.bytes),
                    let found = Self.characters(place..<place + form.bytes.count, of: small),
                    Self.isWord(found, of: small, form)
                else { continue }
                return Self.written(found, of: small, in: text, isStem: form.isStem)
            }
            isInWord = (97...122).contains(byte)
        }
        return nil
    }

    /// Returns the range of some bytes as characters; nil if it cuts through a character, such as a letter and its accent.
    private static func characters(_ range: Range<Int>, of text: String) -> Range<String.Index>? {
        let lower = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let upper = text.utf8.index(lower, offsetBy: range.count)
        guard let lower = String.Index(lower, within: text), let upper = String.Index(upper, within: text) else {
            return nil
        }
        return lower..<upper
    }

    /// - Parameter small: the text in lower case, which is used itself if its length differs, as it may in some languages.
    private static func written(_ range: Range<String.Index>, of small: String, in text: String, isStem: Bool) -> String
    {
        let start = small.distance(from: small.startIndex, to: range.lowerBound)
        let count = small.distance(from: range.lowerBound, to: range.upperBound)
        let rest = (text.count == small.count ? text : small).dropFirst(start)
        return String(rest.prefix(count)) + (isStem ? String(rest.dropFirst(count).prefix(while: \.isLetter)) : "")
    }

    private static func isWord(_ range: Range<String.Index>, of text: String, _ form: Form) -> Bool {
        let before = text[..<range.lowerBound].reversed().prefix(2)
        let after = text[range.upperBound...].prefix(2)
        if isName(before) || isName(after) { return false }
        if form.runsOn { return true }
        return before.first?.isLetter != true && (form.isStem || after.first?.isLetter != true)
    }

    /// Whether the text beside a word makes it a part of a file name or address: punctuation with no blank behind it.
    private static func isName(_ beside: some Collection<Character>) -> Bool {
        guard let sign = beside.first, "._-/@\\".contains(sign) else { return false }
        return sign == "/" || beside.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false
    }

    /// Whether a script sets no blanks between words, or attaches particles to the front of a word.
    private static func runsOn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x06FF, 0x0E00...0x0E7F, 0x2E80...: true
        default: false
        }
    }
}
