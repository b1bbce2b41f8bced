import Foundation
import InboxKit
import InboxModel
import InboxStore

/// Measures jumps to places far from any row that is known, and orders other than by date.
struct JumpMeasuring {
    let store: Store

    private static let lists = ["", "in:inbox", "is:unread", "in:inbox is:unread", "in:inbox in:label15"]

    func run() throws -> [ReportLine] { try threads() + messages() + orders() + files() }

    private func threads() throws -> [ReportLine] {
        try Self.lists.map { text in
            let query = ThreadQuery(predicate: try store.resolved(text), sort: .newestFirst)
            let middle = try store.read { try $0.count(query) } / 2
            let name = text.isEmpty ? "all mail" : text
            let jump = try Timing.median(5) {
                _ = try store.read { try $0.threads(query, offset: middle, limit: 200) }
            }
            return ReportLine("jump to the middle “\(name)”", jump, "ms")
        }
    }

    private func messages() throws -> [ReportLine] {
        try ["", "in:inbox"].map { text in
            let query = MessageQuery(predicate: try store.resolved(text), sort: .newestFirst)
            let middle = try store.read { try $0.count(query) } / 2
            let jump = try Timing.median(3) {
                _ = try store.read { try $0.messages(query, offset: middle, limit: 200) }
            }
            return ReportLine("jump to the middle of messages “\(text.isEmpty ? "all mail" : text)”", jump, "ms")
        }
    }

    private func orders() throws -> [ReportLine] {
        let inbox = try store.resolved("in:inbox")
        let fields: [(String, MailSort.Field)] = [
            ("sender", .from), ("subject", .subject), ("size", .size), ("unread", .unread), ("starred", .starred),
            ("files", .files),
        ]
        return try fields.flatMap { name, field in
            let sort = MailSort(field, ascending: false)
            let threads = try Timing.median(3) {
                _ = try store.read { try $0.threads(ThreadQuery(predicate: inbox, sort: sort), limit: 50) }
            }
            let messages = try Timing.median(3) {
                _ = try store.read { try $0.messages(MessageQuery(predicate: inbox, sort: sort), limit: 50) }
            }
            return [
                ReportLine("page of threads by \(name) “in:inbox”", threads, "ms"),
                ReportLine("page of messages by \(name) “in:inbox”", messages, "ms"),
            ]
        }
    }

    private func files() throws -> [ReportLine] {
        let query = MessageQuery(predicate: .hasFile, sort: .newestFirst)
        let page = try Timing.median(5) { _ = try store.read { try $0.messages(query, limit: 50) } }
        let count = try Timing.median(3) { _ = try store.read { try $0.fileCount(query) } }
        return [ReportLine("page of files", page, "ms"), ReportLine("count of files", count, "ms")]
    }
}
