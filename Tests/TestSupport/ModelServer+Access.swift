import InboxModel
import InboxRemote
import Synchronization

extension ModelServer {
    /// The server's own work, once a call has got through.
    struct Access: Sendable {
        let server: ModelServer

        func mailboxes() -> [RemoteMailbox] {
            server.state.withLock { Array($0.mailboxes.values) }.sorted { $0.id < $1.id }
        }

        func contacts() -> [RemoteContact] {
            server.state.withLock { Array($0.contacts.values) }.sorted { $0.id < $1.id }
        }

        func latestState() -> String { server.state.withLock { String($0.clock) } }
        func source(_ id: RemoteID) -> [UInt8]? { server.state.withLock { $0.sources[id] } }
        func headers(_ id: RemoteID) -> String { server.state.withLock { $0.headers[id] ?? "" } }
        func message(_ id: RemoteID) -> RemoteMessage? { server.state.withLock { $0.messages[id] } }
        func messages() -> [RemoteMessage] {
            server.state.withLock { Array($0.messages.values) }
                .sorted { ($0.receivedAt, $0.id) > ($1.receivedAt, $1.id) }
        }

        func page(_ groups: [[RemoteMessage]], from position: RemotePosition?, limit: Int) -> RemoteMessagePage {
            let start = position.flatMap { Int($0.rawValue) } ?? 0
            let count = min(limit, server.state.withLock(\.walkPage))
            let end = min(groups.count, start + count)
            let hides = server.state.withLock(\.hides)
            let shown = (start < end ? Array(groups[start..<end]) : []).map { $0.filter { !hides.contains($0.id) } }
            return RemoteMessagePage(
                messages: shown.flatMap { $0 }, count: shown.count, total: groups.count,
                next: end < groups.count ? RemotePosition(rawValue: String(end)) : nil)
        }

        func update(_ id: RemoteID, _ update: RemoteUpdate) throws(RemoteError) -> RemoteMessage {
            guard var message = message(id) else {
                throw RemoteError(.notFound(message: "no such message"), call: "update")
            }
            let unknown = update.addMailboxes.subtracting(server.mailboxes.keys)
            guard unknown.isEmpty else {
                throw RemoteError(.refused(status: 400, message: "no such mailbox"), call: "update")
            }
            message.keywords = message.keywords.subtracting(update.removeKeywords).union(update.addKeywords)
            if server.state.withLock(\.takesWhole) {
                if update.movesMailboxes {
                    message.mailboxes = update.resultingMailboxes.intersection(server.mailboxes.keys)
                }
            } else {
                message.mailboxes = message.mailboxes.subtracting(update.removeMailboxes).union(update.addMailboxes)
            }
            if update.movesMailboxes, message.mailboxes.isEmpty, server.state.withLock(\.needsMailbox) {
                throw RemoteError(.refused(status: 0, message: "mailboxIds"), call: "update", type: "invalidProperties")
            }
            message.body = nil
            let body = self.message(id)?.body
            server.edit(id.rawValue) { stored in
                stored = message
                stored.body = body
            }
            return message
        }

        func changes(since text: String) throws(RemoteError) -> RemoteChanges {
            try server.state.withLock { state throws(RemoteError) in
                guard let since = Int(text), since >= state.oldest else {
                    throw RemoteError(.stateTooOld, call: "changes")
                }
                let news = state.changed.filter { $0.value > since }.sorted { $0.value < $1.value }
                let page = news.prefix(state.changesPage)
                let hasMore = page.count < news.count
                let newState = hasMore ? page.last?.value ?? state.clock : state.clock
                var told = page.filter { !state.isPassing($0.key, since: since) }.map { state.tell($0.key) }
                if state.listsAllMailboxes {
                    told.removeAll { if case .mailboxGone = $0 { true } else { false } }
                    told += state.mailboxes.values.sorted { $0.id < $1.id }.map { .mailbox($0) }
                }
                return RemoteChanges(
                    changes: told, newState: String(newState), hasMore: hasMore,
                    hasAllMailboxes: state.listsAllMailboxes)
            }
        }
    }
}
