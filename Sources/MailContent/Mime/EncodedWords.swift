import Foundation

/// Decodes encoded words in headers (RFC 2047). Each word is decoded by itself, as most senders encode it, but the bytes of adjacent
/// words in one charset are joined first, since some senders split a character between two.
enum EncodedWords {
    private struct Word {
        var charset: String
        var bytes: [UInt8]
        var end: Int
    }

    /// The most conversions in one header; the rest stays undecoded (P-2).
    private static let mostChanges = 200

    private enum Piece {
        case plain(ArraySlice<UInt8>)
        /// The text of so many adjacent words.
        case words(String, count: Int, raw: ArraySlice<UInt8>)
    }

    static func decoded(_ raw: [UInt8]) -> String {
        // An escape may begin Japanese letters.
        guard raw.contains(where: { $0 == 0x3D || $0 == 0 || $0 == 0x1B || $0 >= 0x80 }) else {
            return String(decoding: raw, as: UTF8.self)
        }
        return pieces(of: raw).reduce(into: "") { text, piece in
            switch piece {
            case .plain(let bytes): text += plain(bytes)
            case .words(let words, _, _): text += words
            }
        }
    }

    /// Returns the header with adjacent words made one, for a parser that decodes each word by itself: it would lose a character that is
    /// split between two, and what comes after it.
    static func joined(_ raw: [UInt8]) -> [UInt8] {
        guard raw[...].firstRange(of: Array("=?".utf8)) != nil else { return raw }
        return pieces(of: raw).reduce(into: []) { header, piece in
            switch piece {
            case .plain(let bytes), .words(_, count: 1, raw: let bytes): header += bytes
            case .words(let words, _, _): header += Array("=?utf-8?B?\(Data(words.utf8).base64EncodedString())?=".utf8)
            }
        }
    }

    private static func pieces(of raw: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var changes = 0
        var plainStart = 0
        var index = 0
        while index < raw.count, changes < mostChanges {
            guard raw[index] == 0x3D, var word = word(raw, at: index) else {
                index += 1
                continue
            }
            if plainStart < index { pieces.append(.plain(raw[plainStart..<index])) }
            var (words, count) = ("", 1)
            // Blanks between two encoded words aren't part of the text (§6.2).
            while changes < mostChanges, let next = self.word(raw, at: afterBlanks(raw, word.end)) {
                if next.charset == word.charset {
                    word.bytes += next.bytes
                } else {
                    words += text(word)
                    word = next
                    changes += 1
                }
                word.end = next.end
                count += 1
            }
            pieces.append(.words(words + text(word), count: count, raw: raw[index..<word.end]))
            changes += 1
            index = word.end
            plainStart = index
        }
        if plainStart < raw.count { pieces.append(.plain(raw[plainStart...])) }
        return pieces
    }

    private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        TextDecoder(Array(bytes), charset: nil).text
    }

    private static func text(_ word: Word) -> String {
        TextDecoder(word.bytes, charset: word.charset).text
    }

    private static func afterBlanks(_ raw: [UInt8], _ start: Int) -> Int {
        var index = start
        while index < raw.count, raw[index] == 0x20 || raw[index] == 0x09 { index += 1 }
        return index
    }

    /// Parses `=?charset?q?text?=` at `start`; drops a language after the charset (RFC 2231 §5).
    private static func word(_ raw: [UInt8], at start: Int) -> Word? {
        guard start + 7 < raw.count, raw[start] == 0x3D, raw[start + 1] == 0x3F else { return nil }
        let charsetEnd = next(0x3F, in: raw, from: start + 2, within: 60)
        guard let charsetEnd, charsetEnd > start + 2, charsetEnd + 2 < raw.count, raw[charsetEnd + 2] == 0x3F else {
            return nil
        }
        let textStart = charsetEnd + 3
        guard let textEnd = end(raw, from: textStart, isQuoted: raw[charsetEnd + 1] | 0x20 == 0x71) else { return nil }
        let charset = String(decoding: raw[(start + 2)..<charsetEnd].prefix { $0 != 0x2A }, as: UTF8.self)
        let text = raw[textStart..<textEnd]
        switch raw[charsetEnd + 1] | 0x20 {
        case 0x71: return Word(charset: charset, bytes: unquoted(text), end: textEnd + 2)
        case 0x62: return Word(charset: charset, bytes: GMime.decode(text, .base64), end: textEnd + 2)
        default: return nil
        }
    }

    private static func next(_ byte: UInt8, in raw: [UInt8], from start: Int, within length: Int) -> Int? {
        raw[start..<min(raw.count, start + length)].firstIndex { $0 == byte || $0 <= 0x20 }.flatMap {
            raw[$0] == byte ? $0 : nil
        }
    }

    /// Returns the index of the `?=` that ends the word. Accepts words somewhat longer than allowed, and blanks in Q, because
    /// some senders leave them in.
    private static func end(_ raw: [UInt8], from start: Int, isQuoted: Bool) -> Int? {
        var index = start
        while index + 1 < raw.count, index - start < 2_000 {
            if raw[index] == 0x3F { return raw[index + 1] == 0x3D ? index : nil }
            if raw[index] <= 0x20, !isQuoted { return nil }
            index += 1
        }
        return nil
    }

    /// Decodes the Q encoding (§4.2).
    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == 0x3D, index + 2 < text.endIndex, let high = hex(text[index + 1]),
                let low = hex(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
                continue
            }
            bytes.append(text[index] == 0x5F ? 0x20 : text[index])
            index += 1
        }
        return bytes
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
