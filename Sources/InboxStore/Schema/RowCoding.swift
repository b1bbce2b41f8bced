import Foundation
import InboxModel

/// Lists inside one text column: quick to read, and safe because the separators cannot stand in a value.
enum RowCoding {
    private static let unit: Character = "\u{1F}"
    private static let record: Character = "\u{1E}"
    /// What stands between two values of a list.
    static let recordText = "\u{1E}"
    private static let group: Character = "\u{1D}"

    private static func clean(_ text: String) -> String {
        // SQLite's text ends at a NUL, and with it the lists behind it.
        guard text.utf8.contains(where: { (0x1D...0x1F).contains($0) || $0 == 0 }) else { return text }
        return text.filter { $0 != unit && $0 != record && $0 != group && $0 != "\0" }
    }

    static func encode(_ addresses: [MailAddress]) -> String {
        addresses.map { clean($0.name) + String(unit) + clean($0.email) }.joined(separator: String(record))
    }

    static func addresses(_ text: some StringProtocol) -> [MailAddress] {
        guard !text.isEmpty else { return [] }
        return text.split(separator: record, omittingEmptySubsequences: false).map { part in
            let fields = part.split(separator: unit, omittingEmptySubsequences: false)
            return MailAddress(name: String(fields[0]), email: fields.count > 1 ? String(fields[1]) : "")
        }
    }

    static func encode(_ lists: [[MailAddress]]) -> String {
        lists.map(encode).joined(separator: String(group))
    }

    static func addressLists(_ text: String) -> [[MailAddress]] {
        text.split(separator: group, omittingEmptySubsequences: false).map { addresses($0) }
    }

    static func encode(_ files: [MessageFile]) -> String {
        files.map { file in
            [
                file.remoteID.rawValue, file.fileName, file.contentType, String(file.size), file.contentID ?? "",
                file.localID?.description ?? "",
            ].map(clean).joined(separator: String(unit))
        }.joined(separator: String(record))
    }

    static func files(_ text: String) -> [MessageFile] {
        guard !text.isEmpty else { return [] }
        return text.split(separator: record).map { part in
            let fields = part.split(separator: unit, omittingEmptySubsequences: false).map(String.init)
            func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
            return MessageFile(
                remoteID: RemoteID(field(0)), fileName: field(1), contentType: field(2), size: Int(field(3)) ?? 0,
                contentID: field(4).isEmpty ? nil : field(4), localID: Int64(field(5)).map { FileID($0) })
        }
    }

    /// With a blank at both ends, so that a search for ` $seen ` finds just that one.
    static func encode(_ keywords: Set<Keyword>) -> String {
        keywords.isEmpty ? "" : " " + keywords.map(\.rawValue).sorted().joined(separator: " ") + " "
    }

    static func keywords(_ text: String) -> Set<Keyword> {
        Set(text.split(separator: " ").map { Keyword(String($0)) })
    }

    static func encode(_ mailboxes: Set<MailboxID>) -> String {
        mailboxes.sorted().map(\.description).joined(separator: " ")
    }

    static func mailboxes(_ text: String) -> Set<MailboxID> {
        Set(text.split(separator: " ").compactMap { Int64($0).map { MailboxID($0) } })
    }

    static func encode(_ patch: MessagePatch) -> String {
        [
            encode(patch.addKeywords), encode(patch.removeKeywords), encode(patch.addMailboxes),
            encode(patch.removeMailboxes),
        ].joined(separator: "|")
    }

    static func patch(_ text: String) -> MessagePatch {
        let fields = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
        return MessagePatch(
            addKeywords: keywords(field(0)), removeKeywords: keywords(field(1)), addMailboxes: mailboxes(field(2)),
            removeMailboxes: mailboxes(field(3)))
    }

    static func encode(_ edits: [Action.Edit]) -> String {
        // What changes alike shares a line: `1 2 3=patch`.
        Dictionary(grouping: edits, by: \.patch).map { patch, same in
            same.map(\.message.description).joined(separator: " ") + "=" + encode(patch)
        }.joined(separator: "\n")
    }

    static func edits(_ text: String) -> [Action.Edit] {
        text.split(separator: "\n").flatMap { line -> [Action.Edit] in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return [] }
            let patch = patch(String(parts[1]))
            return parts[0].split(separator: " ").compactMap { id in
                Int64(id).map { Action.Edit(message: MessageID($0), patch: patch) }
            }
        }
    }

    static func seconds(_ date: Date) -> Int64 {
        date.wholeSeconds
    }

    /// The first whole second at or after a time: comparing whole seconds with it is comparing times.
    static func secondsUp(_ date: Date) -> Int64 {
        Int64(max(-8e12, min(8e12, date.timeIntervalSince1970.rounded(.up))))
    }

    static func date(_ seconds: Int64) -> Date {
        Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
