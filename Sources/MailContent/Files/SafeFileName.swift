private import Foundation
public import InboxModel

/// Makes a file name from a mail safe to write: a single path component that hides nothing and has no special meaning to a system.
public enum SafeFileName {
    /// The most bytes of UTF-8, including the extension.
    public static let maximumLength = 200

    /// - Parameters:
    ///   - name: the name in the mail.
    ///   - number: the file's position in its message, from 1, for names of which nothing remains.
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

    /// Returns the name under which a file of a mail is shown and saved. Where the sender gave no usable name, the type determines the
    /// extension.
    public static func of(_ file: MessageFile, number: Int) -> String {
        let name = of(file.fileName, number: number)
        return name == of("", number: number) ? name + (FileType.ending(of: file.contentType) ?? "") : name
    }

    /// Returns the name to try when `name` is taken: "report (2).pdf". Extensions such as ".tar.gz" stay whole.
    public static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, ending) = split(name)
        let mark = " (\(number))"
        return cut(stem, to: maximumLength - mark.utf8.count - ending.utf8.count) + mark + ending
    }
}

private extension SafeFileName {
    /// Replaces separators with "_", and removes controls, direction marks and invisible characters.
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

    /// Whether Windows and DOS file systems take a name for a device, whatever its extension.
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

    /// Shortens a name between characters, and keeps the extension.
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
