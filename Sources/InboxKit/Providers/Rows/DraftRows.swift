import Foundation
import InboxModel
import InboxStore

/// Threads as their drafts present them. A user who looks for a draft wants to see its recipients, its text and when it was begun,
/// not the mail that it answers. Drafts are few, so all are read.
extension WholeSource where Row == MailThread {
    static func drafts(
        store: Store, configuration: ListConfiguration<MailThread>, now: @escaping @Sendable () -> Date
    ) -> WholeSource {
        let filter = configuration.filter
        return WholeSource(
            store: store, configuration: configuration, needsWords: filter.needsWords, pulse: filter.pulse
        ) { configuration, reader in
            let query = try Message.query(
                ListConfiguration(filter: configuration.filter, sort: configuration.sort), reader, now: now())
            let messages = try reader.messages(MessageQuery(predicate: query.predicate, sort: .oldestFirst), limit: -1)
            let rows = Dictionary(grouping: messages, by: \.thread).compactMap { thread, messages in
                // A message among the drafts that is none gets a row, too.
                let drafts = messages.contains(where: \.isDraft) ? messages.filter(\.isDraft) : messages
                var row = MailThread(id: thread, account: messages[0].account, remoteID: nil, of: drafts)
                // The writer is not shown as a recipient, except in mail to oneself.
                if let known = row, drafts[0].isDraft, known.isToOneself(drafts) { row?.senders = [] }
                return row
            }
            return (
                rows.sorted { MailThread.precedes($0, $1, in: query) },
                { Message.changes(in: $0, query).map { !$0.isEmpty } ?? true }
            )
        }
    }
}

extension MailThread {
    /// Whether its drafts go only to those who write them.
    func isToOneself(_ drafts: [Message]) -> Bool {
        let recipients = drafts.flatMap { $0.to + $0.cc + $0.bcc }
        return !recipients.isEmpty
            && recipients.allSatisfy { one in senders.contains { $0.isSameMailbox(as: one) } }
    }
}

extension MailPredicate {
    /// Whether everything that it selects is in a drafts mailbox.
    var isAboutDrafts: Bool {
        switch self {
        case .mailbox(.role(.drafts)): true
        case .all(let parts): parts.contains(where: \.isAboutDrafts)
        default: false
        }
    }
}
