import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// The state of the server after each step, recorded independently of the client.
struct ServerRecord {
    private var past: [(state: Int, messages: [RemoteID: RemoteMessage])] = []

    mutating func note(_ server: ModelServer) async throws {
        let state = try await ScriptedService(server).latestState()
        past.append((Int(state) ?? 0, server.messages))
    }

    /// Returns the versions of a message since a state, without the times at which it did not exist.
    func versions(of id: RemoteID, since state: Int) -> [RemoteMessage] {
        let first = past.lastIndex { $0.state <= state } ?? 0
        return past.dropFirst(first).compactMap { $0.messages[id] }
    }
}

extension History {
    /// Checks the law without the stored base: received mail is shown as the server had it at some time since the state up to which
    /// its changes were read, with the queue replayed over it.
    func requireTold() throws {
        let account = client.account
        let (state, mail, boxes) = try client.store.read { reader in
            // While everything is read again, messages not met yet may be older.
            let isWhole =
                try reader.syncState(AccountSync.Key.reading, account: account.id) == nil
                && reader.syncState(AccountSync.Key.threads, account: account.id) == AccountSync.Key.done
            let state = isWhole ? try reader.syncState(AccountSync.Key.state, account: account.id) : nil
            let all = try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            let mail = try all.filter(isReceived).map { (shown: $0, queued: try reader.pendingPatches(of: $0.id)) }
            return (state.flatMap(Int.init), mail, try reader.mailboxes())
        }
        guard let state else { return }
        let known = Set(boxes.map(\.id))
        let ids = Dictionary(boxes.map { ($0.remoteID, $0.id) }, uniquingKeysWith: { first, _ in first })
        /// The marks that the dialect keeps, except those managed by snoozing. Mailboxes change separately.
        func told(_ marks: MessageMarks) -> MessageMarks {
            let kept = marks.keywords.filter { account.dialect.keeps($0) && !$0.isOfSnooze }
            return MessageMarks(keywords: kept, mailboxes: marks.mailboxes.intersection(known))
        }
        for (message, queued) in mail {
            guard let id = message.remoteID else { continue }
            let versions = record.versions(of: id, since: state).map { version in
                let places = Set(version.mailboxes.compactMap { ids[$0] })
                let base = MessageMarks(keywords: version.keywords, mailboxes: places)
                return told(queued.reduce(base) { $0.applying($1.patch) })
            }
            let shown = told(message.marks)
            try #require(versions.contains(shown), "\(id) shows \(shown), since \(state) \(versions): \(story)")
        }
    }

    /// Whether the message was received. Drafts are checked by the user's model.
    private func isReceived(_ message: Message) -> Bool {
        (0..<6).contains { message.remoteID == RemoteID("m\($0)") }
    }
}
