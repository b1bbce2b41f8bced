import InboxKit
import InboxModel
import TerminalUI

/// Queries for more mail like that of a thread.
extension Surroundings {
    /// Returns a query for all mail from the person who wrote a message; if that is the user, or no message is meant, from the one, other
    /// than the user, who wrote last in the thread.
    /// - Returns: Nil where nobody else wrote, which the user is told.
    func senderQuery(of thread: ThreadID?, at message: MessageID?) -> String? {
        let own = Set(ownAddresses.map { $0.lowercased() })
        let messages = thread.flatMap { try? session.messages(of: $0) } ?? []
        func others(in messages: [Message]) -> [MailAddress] {
            messages.filter { !$0.isDraft }.flatMap(\.from).filter { !own.contains($0.email.lowercased()) }
        }
        let meant = others(in: messages.filter { $0.id == message })
        guard let sender = meant.last ?? others(in: messages).last else {
            say("Only you wrote here", kind: .info)
            return nil
        }
        return MailPredicate.address(.from, pattern: sender.email).queryText()
    }

    /// Finds all mail that came through a thread's mailing list. Asks the server where the list is not known yet.
    /// - Parameters:
    ///   - screen: The screen that asks.
    ///   - found: Called with the query; not called where there is no list, which the user is told.
    func findListQuery(of thread: ThreadID?, for screen: any Screen, found: @escaping @UI @Sendable (String) -> Void) {
        let messages = thread.flatMap { try? session.messages(of: $0) } ?? []
        if let list = messages.lazy.compactMap(\.listID).filter({ !$0.isEmpty }).last {
            return found(MailPredicate.list(list).queryText())
        }
        guard let message = messages.last(where: { !$0.isDraft && $0.listID == nil }) else { return sayNoList() }
        ask("Looking for the mailing list", for: screen) { [self] () async throws(SessionError) in
            try await self.session.withList(message)
        } then: { [self] answer in
            guard let list = answer.listID, !list.isEmpty else { return self.sayNoList() }
            found(MailPredicate.list(list).queryText())
        }
    }

    private func sayNoList() { say("This is not from a mailing list", kind: .info) }
}
