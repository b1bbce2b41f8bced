private import Foundation
public import InboxModel

/// A file name from a mail, made safe to write: one component that hides nothing and means nothing to a system.
public enum SafeFileName {
    /// Bytes of UTF-8, the ending included.
    public static let maximumLength = 200

    /// - Parameters:
    ///   - name: as the mail gives it.
    ///   - number: the file's place in its message, from 1, for names that leave nothing.
    public static func of(_ name: String, number: Int) -> String {
        var text = stripped(name).precomposedStringWithCanonicalMapping
        while let first = text.unicodeScalars.first, ". -~".unicodeScalars.contains(first) || ScalarKind(first) == .mark
        {
            text.unicodeScalars.removeFirst()
        }
        text = trimmedAtEnd(text)
        guard text.contains(where: { $0 != "_" && !$0.isWhitespace }) else { return "attachment-\(number)" }
        if isDevice(text) { text = "_" + text }
        return cut(text, to: maximumLength)
    }

    /// The name under which a file of a mail is shown and saved where its sender gave none that can be kept: its type then says
    /// how it ends.
    public static func of(_ file: MessageFile, number: Int) -> String {
        let name = of(file.fileName, number: number)
        return name == of("", number: number) ? name + (FileType.ending(of: file.contentType) ?? "") : name
    }

    /// The name to try when `name` is taken: "report (2).pdf". Endings such as ".tar.gz" stay whole.
    public static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, ending) = split(name)
        let mark = " (\(number))"
        return cut(stem, to: maximumLength - mark.utf8.count - ending.utf8.count) + mark + ending
    }
}

private extension SafeFileName {
    /// Only what stands for itself: separators become "_", controls, direction marks and what is invisible go.
    static func stripped(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        let cleaned = CleanText.line(
            String(name.unicodeScalars.filter { !isDirection($0) }.map { Character($0) }.prefix(2_000)))
        for scalar in cleaned.unicodeScalars {
            switch scalar {
            case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": result.append("_")
            case "\u{FFFD}": break
            default: result.append(scalar.properties.isWhitespace ? " " : scalar)
            }
        }
        return String(result)
    }

    static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        ScalarKind(scalar) == .direction
    }

    static func trimmedAtEnd(_ text: String) -> String {
        var text = text
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return text
    }

    /// Names that Windows and DOS file systems take for devices, whatever the ending.
    static func isDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." && $0 != " " }.uppercased()
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(stem) { return true }
        guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT") else { return false }
        return stem.last.map { "0123456789¹²³".contains($0) } ?? false
    }

    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 20 else {
            return (name, "")
        }
        var start = dot
        if let inner = name[..<dot].lastIndex(of: "."), inner > name.startIndex, name[inner..<dot] == ".tar" {
            start = inner
        }
        return (String(name[..<start]), String(name[start...]))
    }

    /// Cut between characters, the ending kept.
    static func cut(_ name: String, to length: Int) -> String {
        guard name.utf8.count > length else { return name }
        let (stem, ending) = split(name)
        var room = length - ending.utf8.count
        var kept = ""
        for character in stem {
            room -= character.utf8.count
            guard room >= 0 else { break }
            kept.append(character)
        }
        return trimmedAtEnd(kept) + ending
    }
}
