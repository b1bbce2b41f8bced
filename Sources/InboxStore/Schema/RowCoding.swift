import Foundation
import InboxModel

/// Lists in one text column: fast to parse, and safe because values cannot contain the separators.
enum RowCoding {
    private static let unit = "\u{1F}"
    private static let record = "\u{1E}"
    /// The separator between two values of a list.
    static let recordText = record
    private static let group = "\u{1D}"

    private static func clean(_ text: String) -> String {
        // SQLite ends a text at a NUL, and would lose the lists after it.
        guard text.utf8.contains(where: { (0x1D...0x1F).contains($0) || $0 == 0 }) else { return text }
        return String(text.unicodeScalars.filter { !(0x1D...0x1F).contains($0.value) && $0.value != 0 })
    }

    /// The parts between one-byte separators, including empty ones. It searches bytes, because searching characters takes
    /// most of the time that reading a row takes.
    private static func split(_ text: Substring, _ separator: String) -> [Substring] {
        guard let byte = separator.utf8.first, !text.isEmpty else { return [text] }
        var parts: [Substring] = []
        var start = text.startIndex
        while let end = text.utf8[start...].firstIndex(of: byte) {
            parts.append(text[start..<end])
            start = text.utf8.index(after: end)
        }
        parts.append(text[start...])
        return parts
    }

    private static func words(_ text: String) -> [Substring] {
        split(text[...], " ").filter { !$0.isEmpty }
    }

    static func encode(_ addresses: [MailAddress]) -> String {
        var text = ""
        append(addresses, to: &text)
        return text
    }

    private static func append(_ addresses: [MailAddress], to text: inout String) {
        for (index, address) in addresses.enumerated() {
            if index > 0 { text += record }
            text += clean(address.name)
            text += unit
            text += clean(address.email)
        }
    }

    static func addresses(_ text: String) -> [MailAddress] { addresses(text[...]) }

    private static func addresses(_ text: Substring) -> [MailAddress] {
        guard !text.isEmpty else { return [] }
        return split(text, record).map { part in
            let fields = split(part, unit)
            return MailAddress(name: String(fields[0]), email: fields.count > 1 ? String(fields[1]) : "")
        }
    }

    static func encode(_ lists: [[MailAddress]]) -> String {
        var text = ""
        for (index, list) in lists.enumerated() {
            if index > 0 { text += group }
            append(list, to: &text)
        }
        return text
    }

    static func addressLists(_ text: String) -> [[MailAddress]] {
        split(text[...], group).map(addresses)
    }

    static func encode(_ files: [MessageFile]) -> String {
        files.map { file in
            [
                file.remoteID.rawValue, file.fileName, file.contentType, String(file.size), file.contentID ?? "",
                file.localID?.description ?? "",
            ].map(clean).joined(separator: unit)
        }.joined(separator: record)
    }

    static func files(_ text: String) -> [MessageFile] {
        guard !text.isEmpty else { return [] }
        return split(text[...], record).map { part in
            let fields = split(part, unit).map(String.init)
            func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
            return MessageFile(
                remoteID: RemoteID(field(0)), fileName: field(1), contentType: field(2), size: Int(field(3)) ?? 0,
                contentID: field(4).isEmpty ? nil : field(4), localID: Int64(field(5)).map { FileID($0) })
        }
    }

    /// Puts a blank at both ends, so that a search for ` $seen ` finds exactly that keyword.
    static func encode(_ keywords: Set<Keyword>) -> String {
        keywords.isEmpty ? "" : " " + keywords.map(\.rawValue).sorted().joined(separator: " ") + " "
    }

    static func keywords(_ text: String) -> Set<Keyword> {
        Set(words(text).map { Keyword(String($0)) })
    }

    static func encode(_ mailboxes: Set<MailboxID>) -> String {
        joined(mailboxes.sorted().lazy.map(\.rawValue), by: " ")
    }

    static func mailboxes(_ text: String) -> Set<MailboxID> {
        Set(numbers(text).map { MailboxID($0) })
    }

    /// The numbers of a list that is separated by blanks.
    static func numbers(_ text: String) -> [Int64] { numbers(text[...]) }

    private static func numbers(_ text: Substring) -> [Int64] {
        text.utf8.split(separator: UInt8(ascii: " ")).compactMap { Int64(Substring($0)) }
    }

    static func encode(_ numbers: [Int64]) -> String { joined(numbers, by: " ") }

    /// Joins numbers, however many, without a string for each.
    static func joined(_ numbers: some Sequence<Int64>, by separator: Unicode.Scalar) -> String {
        var bytes: [UInt8] = []
        for number in numbers {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: separator)) }
            let start = bytes.count
            var rest = number.magnitude
            repeat {
                bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            bytes[start...].reverse()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func encode(_ patch: MessagePatch) -> String {
        [
            encode(patch.addKeywords), encode(patch.removeKeywords), encode(patch.addMailboxes),
            encode(patch.removeMailboxes),
        ].joined(separator: unit)
    }

    /// - Returns: nil for what `encode` never writes: it is damaged, or from a newer version.
    static func patch(_ text: String) -> MessagePatch? {
        // Older versions queued patches with bars, which a keyword may contain too.
        let fields = split(text[...], text.contains(unit) ? unit : "|").map(String.init)
        guard fields.count == 4, fields[...1].allSatisfy({ $0.isEmpty || $0.hasPrefix(" ") && $0.hasSuffix(" ") }),
            fields[2...].allSatisfy({ words($0).count == numbers($0).count })
        else { return nil }
        return MessagePatch(
            addKeywords: keywords(fields[0]), removeKeywords: keywords(fields[1]), addMailboxes: mailboxes(fields[2]),
            removeMailboxes: mailboxes(fields[3]))
    }

    static func encode(_ edits: [Action.Edit]) -> String {
        // Messages with the same patch share a line: `1 2 3=patch`.
        var lines: [(patch: MessagePatch, messages: [Int64])] = []
        for edit in edits {
            // An action has few patches, and mostly identical values, which are fast to compare.
            let line = lines.firstIndex { $0.patch == edit.patch } ?? lines.count
            if line == lines.count { lines.append((edit.patch, [])) }
            lines[line].messages.append(edit.message.rawValue)
        }
        return lines.map { encode($0.messages) + "=" + encode($0.patch) }.joined(separator: "\n")
    }

    static func edits(_ text: String) -> [Action.Edit] {
        split(text[...], "\n").flatMap { line -> [Action.Edit] in
            guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return [] }
            guard let patch = patch(String(line[line.utf8.index(after: sign)...])) else { return [] }
            return numbers(line[..<sign]).map { Action.Edit(message: MessageID($0), patch: patch) }
        }
    }

    static func seconds(_ date: Date) -> Int64 {
        date.wholeSeconds
    }

    /// The first whole second at or after a time. Comparing whole seconds with it has the same result as comparing times.
    static func secondsUp(_ date: Date) -> Int64 {
        Int64(max(-8e12, min(8e12, date.timeIntervalSince1970.rounded(.up))))
    }

    static func date(_ seconds: Int64) -> Date {
        Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
