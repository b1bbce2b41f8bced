import Foundation
import InboxKit
import InboxModel
import InboxStore

/// Measures everything that a user waits for, on a filled store.
struct Measuring {
    let path: String

    func run() async throws -> [ReportLine] {
        try openings() + pages() + messagePages() + counts() + messageCounts() + words()
            + JumpMeasuring(store: Store(path: path)).run()
            + (await LiveMeasuring(path: path).run())
    }

    private func openings() throws -> [ReportLine] {
        let time = try Timing.median {
            let store = try Store(path: path)
            let inbox = try store.resolved("in:inbox")
            _ = try store.read { try $0.threads(ThreadQuery(predicate: inbox, sort: .newestFirst), limit: 50) }
        }
        return [ReportLine("open and first page", time, "ms")]
    }

    private static let lists = [
        "in:inbox", "is:unread", "is:starred", "in:label0", "from \(InventedMail.address(0))",
        "from \(InventedMail.address(4_000))", "in:inbox is:unread", "is:unread is:starred", "in:label3 is:starred",
        "in:label0 in:label1", "in:inbox in:label15", "in:inbox from \(InventedMail.address(0))",
        "is:unread from \(InventedMail.address(0))", "in:inbox in:archive", "in:junk in:label0",
        "in:label0 from \(InventedMail.address(4_000))", "",
    ]

    private func pages() throws -> [ReportLine] {
        let store = try Store(path: path)
        return try Self.lists.flatMap { text in
            let query = ThreadQuery(predicate: try store.resolved(text), sort: .newestFirst)
            let first = try Timing.median(5) { _ = try store.read { try $0.threads(query, limit: 50) } }
            let rows = try store.read { try $0.threads(query, limit: 50) }
            let name = text.isEmpty ? "all mail" : text
            var lines = [ReportLine("page “\(name)”", first, "ms")]
            // A page in the middle, found by its key, as when a screen scrolls.
            if rows.count == 50, let middle = try store.middle(of: query) {
                let later = try Timing.median(5) {
                    _ = try store.read { try $0.threads(query, limit: 50, after: middle) }
                }
                lines.append(ReportLine("page at the middle “\(name)”", later, "ms"))
            }
            return lines
        }
    }

    private func counts() throws -> [ReportLine] {
        let store = try Store(path: path)
        return try ["is:unread in:inbox", "is:unread", "in:inbox", "in:label0 in:label1", "in:inbox in:archive", ""].map
        { text in
            let query = ThreadQuery(predicate: try store.resolved(text), sort: .newestFirst)
            let time = try Timing.median(5) { _ = try store.read { try $0.count(query) } }
            return ReportLine("count “\(text.isEmpty ? "all mail" : text)”", time, "ms")
        }
    }

    private static let messageLists = [
        "in:inbox", "in:label0", "in:label19", "is:unread", "is:starred", "from \(InventedMail.address(0))",
        "from \(InventedMail.address(4_000))", "in:inbox is:unread", "in:inbox is:answered", "in:label0 in:label1",
        "in:inbox from \(InventedMail.address(0))", "in:inbox in:archive", "",
    ]

    /// Measures lists of single messages, as with `conversations: false`.
    private func messagePages() throws -> [ReportLine] {
        let store = try Store(path: path)
        return try Self.messageLists.flatMap { text in
            let query = MessageQuery(predicate: try store.resolved(text), sort: .newestFirst)
            let name = text.isEmpty ? "all mail" : text
            let first = try Timing.median(5) { _ = try store.read { try $0.messages(query, limit: 50) } }
            var lines = [ReportLine("page of messages “\(name)”", first, "ms")]
            let all = ThreadQuery(predicate: try store.resolved(""), sort: .newestFirst)
            if let middle = try store.middle(of: all) {
                let later = try Timing.median(5) {
                    _ = try store.read { try $0.messages(query, limit: 50, after: middle) }
                }
                lines.append(ReportLine("page of messages at the middle “\(name)”", later, "ms"))
            }
            return lines
        }
    }

    private func messageCounts() throws -> [ReportLine] {
        let store = try Store(path: path)
        return try Self.messageLists.map { text in
            let query = MessageQuery(predicate: try store.resolved(text), sort: .newestFirst)
            let time = try Timing.median(5) { _ = try store.read { try $0.count(query) } }
            return ReportLine("count of messages “\(text.isEmpty ? "all mail" : text)”", time, "ms")
        }
    }

    private func words() throws -> [ReportLine] {
        let store = try Store(path: path)
        return try [InventedMail.rareWord, InventedMail.commonWord, "\(InventedMail.commonWord) in:inbox"].flatMap {
            text in
            let predicate = try store.resolved(text)
            let messages = try Timing.median(5) {
                _ = try store.read {
                    try $0.messages(MessageQuery(predicate: predicate, sort: .newestFirst), limit: 50)
                }
            }
            let threads = try Timing.median(5) {
                _ = try store.read { try $0.threads(ThreadQuery(predicate: predicate, sort: .newestFirst), limit: 50) }
            }
            return [
                ReportLine("newest messages with “\(text)”", messages, "ms"),
                ReportLine("newest threads with “\(text)”", threads, "ms"),
            ]
        }
    }
}

extension Store {
    /// Resolves a typed query; `from ADDRESS` stands for the exact address.
    func resolved(_ text: String) throws -> MailPredicate {
        let mailboxes = try read { try $0.mailboxes() }
        var parts: [MailPredicate] = []
        var rest: [Substring] = []
        var isAddress = false
        for word in text.split(separator: " ") {
            if isAddress {
                parts.append(.address(.from, pattern: String(word)))
            } else if word != "from" {
                rest.append(word)
            }
            isAddress = word == "from"
        }
        if !rest.isEmpty { parts.append(MailQuery(rest.joined(separator: " ")).predicate) }
        let predicate = parts.count == 1 ? parts[0] : MailPredicate.all(parts)
        return predicate.resolved(mailboxes: mailboxes, now: Date())
    }

    /// Returns the key of a row at about the middle of all dates.
    fileprivate func middle(of query: ThreadQuery) throws -> SortKey? {
        try read { reader in
            let ends = try [MailSort.newestFirst, .oldestFirst].map { sort in
                try reader.threads(ThreadQuery(predicate: query.predicate, sort: sort), limit: 1).first?.lastDate
            }
            guard let newest = ends[0], let oldest = ends[1] else { return nil }
            let middle = (newest.timeIntervalSince1970 + oldest.timeIntervalSince1970) / 2
            return SortKey(value: .number(Int64(middle)), id: 0)
        }
    }
}
