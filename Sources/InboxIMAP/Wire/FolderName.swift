/// Names of folders as the server spells them, and as they are shown.
enum FolderName {
    static let inbox = "INBOX"
    /// Stands for a `/` within a level of a name where the server separates levels by something else.
    private static let slashInLevel = "\u{2215}"

    /// The name that is shown for a raw one: decoded, with `/` between levels.
    static func shown(_ raw: String, delimiter: Character?, isUTF8: Bool = false) -> String {
        let decoded = { isUTF8 ? $0 : ModifiedUTF7.decoded($0) }
        guard let delimiter else { return isInbox(raw) ? inbox : decoded(raw) }
        var levels = levels(of: raw, delimiter).map { level in
            let level = decoded(level)
            return delimiter == "/" ? level : level.replacing("/", with: slashInLevel)
        }
        // A delimiter at the end means that only folders can be inside (RFC 9051 §6.3.4).
        if levels.count > 1, levels.last?.isEmpty == true { levels.removeLast() }
        // The inbox is the same in any case, and so is the first level of what lies in it (RFC 9051 §5.1).
        if isInbox(levels[0]) { levels[0] = inbox }
        return levels.joined(separator: "/")
    }

    /// The inverse of `shown`; nil for a name that no folder can have.
    static func raw(_ name: String, delimiter: Character?, isUTF8: Bool = false) -> String? {
        guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return nil
        }
        let encoded = { isUTF8 ? $0 : ModifiedUTF7.encoded($0) }
        guard let delimiter else { return isInbox(name) ? inbox : encoded(name) }
        var levels: [String] = []
        for level in Self.levels(of: name, "/") {
            let level = delimiter == "/" ? level : level.replacing(slashInLevel, with: "/")
            let raw = encoded(level)
            // The sign of the encoding and its letters are ASCII: an odd delimiter could be one of them.
            guard !raw.isEmpty, !raw.contains(delimiter) else { return nil }
            levels.append(raw)
        }
        if isInbox(levels[0]) { levels[0] = inbox }
        return levels.joined(separator: String(delimiter))
    }

    /// By scalar: a combining mark at the beginning of a level would make the delimiter a different `Character`.
    private static func levels(of name: String, _ delimiter: Character) -> [String] {
        name.unicodeScalars.split(omittingEmptySubsequences: false) { Character($0) == delimiter }.map { String($0) }
    }

    static func isInbox(_ name: some StringProtocol) -> Bool { name.uppercased() == inbox }
}
