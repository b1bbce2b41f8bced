import Foundation
package import InboxModel

extension MailThread {
    /// A thread's row, derived from its messages, oldest first; nil when there are none.
    package init?(id: ThreadID, account: AccountID, remoteID: RemoteID?, of messages: [Message]) {
        let sent = messages.filter { !$0.isDraft }
        let shown = sent.isEmpty ? messages : sent
        guard let first = shown.first, let last = shown.last else { return nil }
        let counts = ThreadCounts(of: messages.map(\.marks))
        let woken = messages.compactMap(\.marks.wokenAt).max() ?? last.receivedAt
        self.init(
            id: id, account: account, remoteID: remoteID, subject: first.subject,
            senders: Self.unique(shown.flatMap(\.from)), participants: Self.unique(shown.flatMap(\.participants)),
            snippet: last.snippet, firstDate: first.receivedAt, lastDate: max(last.receivedAt, woken),
            messageCount: counts.messages, unreadCount: counts.unread, starredCount: counts.starred,
            draftCount: counts.drafts, hasFiles: messages.contains(where: \.hasFiles), isAnswered: counts.isAnswered,
            size: messages.reduce(0) { $0 + $1.size }, mailboxes: counts.mailboxes,
            snoozedUntil: counts.snoozedUntil, awaitsReply: counts.awaitsReply, tags: counts.tags)
    }

    /// Each address once, at its first position, with the first name that appears with it.
    private static func unique(_ addresses: [MailAddress]) -> [MailAddress] {
        guard addresses.count > 1 else { return addresses }
        var positions: [String: Int] = [:]
        var found: [MailAddress] = []
        for address in addresses {
            let key = address.email.lowercased()
            if let position = positions[key] {
                if found[position].name.isEmpty, !address.name.isEmpty { found[position] = address }
            } else {
                positions[key] = found.count
                found.append(address)
            }
        }
        return found
    }
}
