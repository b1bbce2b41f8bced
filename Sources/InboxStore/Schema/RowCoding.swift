import Foundation
import InboxModel

/// Lists in one text column: fast to parse, and safe because values cannot contain the separators.
enum RowCoding {
    private static let unit: Unicode.Scalar = "\u{1F}"
    private static let record: Unicode.Scalar = "\u{1E}"
    /// The separator between two values of a list.
    static let recordText = String(record)
    private static let group: Unicode.Scalar = "\u{1D}"

    private static func clean(_ text: String) -> String {
        // SQLite ends a text at a NUL, and would lose the lists after it.
        guard text.utf8.contains(where: { (0x1D...0x1F).contains($0) || $0 == 0 }) else { return text }
        return String(text.unicodeScalars.filter { !(0x1D...0x1F).contains($0.value) && $0.value != 0 })
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Parses the bytes of a text: its characters take several times as long, which was most of the time that reading a row took.
    private static func parse<Parsed>(_ text: String, _ parse: (Bytes) -> Parsed) -> Parsed {
        var text = text
        return text.withUTF8(parse)
    }

    /// The parts between separators, including empty ones.
    private static func split(_ bytes: Bytes, _ separator: Unicode.Scalar) -> [Bytes] {
        var parts: [Bytes] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: separator)) {
            parts.append(Bytes(rebasing: rest[..<end]))
            rest = rest[(end + 1)...]
        }
        parts.append(Bytes(rebasing: rest))
        return parts
    }

    private static func words(_ bytes: Bytes) -> [Bytes] { split(bytes, " ").filter { !$0.isEmpty } }

    private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

    static func encode(_ addresses: [MailAddress]) -> String {
        var text = ""
        append(addresses, to: &text)
        return text
    }

    private static func append(_ addresses: [MailAddress], to text: inout String) {
        for (index, address) in addresses.enumerated() {
            if index > 0 { text.unicodeScalars.append(record) }
            text += clean(address.name)
            text.unicodeScalars.append(unit)
            text += clean(address.email)
        }
    }

    static func addresses(_ text: String) -> [MailAddress] { parse(text, addresses) }

    private static func addresses(_ bytes: Bytes) -> [MailAddress] {
        guard !bytes.isEmpty else { return [] }
        return split(bytes, record).map { part in
            let fields = split(part, unit)
            return MailAddress(name: text(fields[0]), email: fields.count > 1 ? text(fields[1]) : "")
        }
    }

    static func encode(_ lists: [[MailAddress]]) -> String {
        var text = ""
        for (index, list) in lists.enumerated() {
            if index > 0 { text.unicodeScalars.append(group) }
            append(list, to: &text)
        }
        return text
    }

    static func addressLists(_ text: String) -> [[MailAddress]] {
        parse(text) { split($0, group).map(addresses) }
    }

    static func encode(_ files: [MessageFile]) -> String {
        files.map { file in
            // Most files have neither.
            let more = file.method.map { [file.charset ?? "", $0] } ?? [file.charset].compactMap(\.self)
            return
                ([
                    file.remoteID.rawValue, file.fileName, file.contentType, String(file.size), file.contentID ?? "",
                    file.localID?.description ?? "",
                ] + more).map(clean).joined(separator: String(unit))
        }.joined(separator: recordText)
    }

    static func files(_ text: String) -> [MessageFile] {
        guard !text.isEmpty else { return [] }
        return parse(text) { bytes in
            split(bytes, record).map { part in
                let fields = split(part, unit).map(Self.text)
                func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
                return MessageFile(
                    remoteID: RemoteID(field(0)), fileName: field(1), contentType: field(2), size: Int(field(3)) ?? 0,
                    contentID: field(4).isEmpty ? nil : field(4), localID: Int64(field(5)).map { FileID($0) },
                    charset: field(6).isEmpty ? nil : field(6), method: field(7).isEmpty ? nil : field(7))
            }
        }
    }

    /// Puts a blank at both ends, so that a search for ` $seen ` finds exactly that keyword.
    static func encode(_ keywords: Set<Keyword>) -> String {
        keywords.isEmpty ? "" : " " + keywords.map(\.rawValue).sorted().joined(separator: " ") + " "
    }

    static func keywords(_ text: String) -> Set<Keyword> {
        parse(text) { Set(words($0).map { Keyword(Self.text($0)) }) }
    }

    static func encode(_ mailboxes: Set<MailboxID>) -> String {
        joined(mailboxes.sorted().lazy.map { $0.rawValue }, by: " ")
    }

    static func mailboxes(_ text: String) -> Set<MailboxID> {
        Set(numbers(text).map { MailboxID($0) })
    }

    /// The numbers of a list that is separated by blanks.
    static func numbers(_ text: String) -> [Int64] { parse(text, numbers) }

    private static func numbers(_ bytes: Bytes) -> [Int64] { words(bytes).compactMap(number) }

    private static func number(_ bytes: Bytes) -> Int64? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = isNegative ? bytes[1...] : bytes[...]
        // One that may not fit, which is never written here.
        guard (1...18).contains(digits.count) else { return Int64(text(bytes)) }
        var value: Int64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }

    static func encode(_ numbers: [Int64]) -> String { joined(numbers, by: " ") }

    /// Joins numbers, however many, without a string for each.
    static func joined(_ numbers: some Sequence<Int64>, by separator: Unicode.Scalar) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * numbers.underestimatedCount)
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
        ].joined(separator: String(unit))
    }

    /// - Returns: nil for what `encode` never writes: it is damaged, or from a newer version.
    static func patch(_ text: String) -> MessagePatch? {
        parse(text, patch)
    }

    private static func patch(_ bytes: Bytes) -> MessagePatch? {
        // Older versions queued patches with bars, which a keyword may contain too.
        let fields = split(bytes, bytes.contains(UInt8(ascii: unit)) ? unit : "|")
        let blank = UInt8(ascii: " ")
        guard fields.count == 4, fields[...1].allSatisfy({ $0.isEmpty || $0.first == blank && $0.last == blank }),
            fields[2...].allSatisfy({ words($0).count == numbers($0).count })
        else { return nil }
        let (keywords, mailboxes) = (fields[...1].map(text).map(keywords), fields[2...].map(text).map(mailboxes))
        return MessagePatch(
            addKeywords: keywords[0], removeKeywords: keywords[1], addMailboxes: mailboxes[0],
            removeMailboxes: mailboxes[1])
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
        parse(text) { bytes in
            split(bytes, "\n").flatMap { line -> [Action.Edit] in
                guard let sign = line.firstIndex(of: UInt8(ascii: "=")),
                    let patch = patch(Bytes(rebasing: line[(sign + 1)...]))
                else { return [] }
                return numbers(Bytes(rebasing: line[..<sign])).map { Action.Edit(message: MessageID($0), patch: patch) }
            }
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
