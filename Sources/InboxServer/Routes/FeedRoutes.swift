import Foundation
import GRDB
import HTTPTypes

/// `/inbox`: the inbox as one document, in which each message refers to the first message of its thread.
enum FeedRoutes {
    /// The most messages in the document, newest first; the feed has no pages.
    private static let limit = 1000

    static func answer(_ call: APICall, _ path: [String]) async throws -> APIResponse {
        guard path.isEmpty else { throw call.unknownPath }
        guard call.request.method == .get else { throw call.wrongMethod }
        return .json(.object([JSONMember("inbox", .array(try await items(call)))]))
    }

    private static func items(_ call: APICall) async throws -> [JSONValue] {
        try await call.database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(MessageRow.columns(withBody: true)) FROM messageMailbox
                    JOIN message ON message.id = messageMailbox.messageID\(MessageRow.joins(withBody: true))
                    WHERE mailboxID = (SELECT id FROM mailbox WHERE accountID = ? AND role = 'inbox') AND message.isDraft = 0
                    ORDER BY messageMailbox.date DESC, messageMailbox.messageID DESC LIMIT \(limit)
                    """, arguments: [call.account.id])
            let messages = rows.map(MessageRow.init(row:))
            let roots = Dictionary(messages.map { ($0.threadID, $0.publicID) }, uniquingKeysWith: { _, older in older })
            return messages.map { item($0, root: roots[$0.threadID]) }
        }
    }

    /// Returns a message as strings; the first message of a thread refers to "".
    private static func item(_ message: MessageRow, root: String?) -> JSONValue {
        let answers = root == message.publicID ? "" : root ?? ""
        let date = Date(timeIntervalSince1970: TimeInterval(message.date)).formatted(.iso8601)
        return .object([
            JSONMember("dateTime", .text(date)),
            JSONMember("from", .text(addresses(message.from))),
            JSONMember("responseToUid", .text(answers)),
            JSONMember("subject", .text(message.subject)),
            JSONMember("text", .text(HTMLText.plain(message.html ?? ""))),
            JSONMember("to", .text(addresses(message.to))),
            JSONMember("uid", .text(message.publicID)),
        ])
    }

    private static func addresses(_ json: String) -> String {
        let list = JSONValue(reading: Array(json.utf8))?.arrayValue ?? []
        return list.compactMap { $0["email"]?.textValue }.joined(separator: ", ")
    }
}
