import Foundation
public import InboxModel

/// Filters messages in memory like a server of the Inbox API. Its lists contain no drafts.
public struct FilteringServer: Sendable {
    public var messages: [Message]
    /// The server's ids of mailboxes.
    public var names: [MailboxID: RemoteID]

    public init(messages: [Message], names: [MailboxID: RemoteID]) {
        self.messages = messages.filter { !$0.isDraft }
        self.names = names
    }

    public static func name(_ thread: ThreadID) -> RemoteID { RemoteID("thread-\(thread)") }

    /// Returns all messages of the answer: single ones, or those of the threads found.
    public func answer(_ reading: RemoteReading) -> [Message] {
        switch reading.list {
        case .messages: messages.filter { message in finds(reading.parameters, [message], areThreads: false) }
        case .threads:
            Dictionary(grouping: messages, by: \.thread).values
                .filter { finds(reading.parameters, $0, areThreads: true) }.flatMap { $0 }
        }
    }

    private func finds(_ parameters: [String: String], _ messages: [Message], areThreads: Bool) -> Bool {
        parameters.allSatisfy { name, value in
            let seconds = Int64(value) ?? 0
            let dates = messages.map(\.receivedAt.wholeSeconds)
            return switch name {
            case "last_message_after" where areThreads: (dates.max() ?? 0) > seconds
            case "started_before" where areThreads: (dates.min() ?? 0) < seconds
            case "received_after" where !areThreads: dates[0] > seconds
            case "received_before" where !areThreads: dates[0] <= seconds
            default: messages.contains { has(name, value, $0) }
            }
        }
    }

    private func has(_ name: String, _ value: String, _ message: Message) -> Bool {
        switch name {
        case "in": message.mailboxes.contains { names[$0]?.rawValue == value }
        case "thread_id": Self.name(message.thread).rawValue == value
        case "unread": String(message.isUnread) == value
        case "starred": String(message.isStarred) == value
        case "subject": message.subject.utf8.elementsEqual(value.utf8)
        case "filename": message.files.contains { $0.fileName.utf8.elementsEqual(value.utf8) }
        case "from": isOne(of: message.from, value)
        case "to": isOne(of: message.to, value)
        case "any_email": isOne(of: message.participants, value)
        default: false
        }
    }

    /// Compares addresses; only ASCII letters ignore case.
    private func isOne(of addresses: [MailAddress], _ value: String) -> Bool {
        func lower(_ text: String) -> [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
        return addresses.contains { lower($0.email) == lower(value) }
    }
}
