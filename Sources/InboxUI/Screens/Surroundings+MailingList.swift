import InboxKit
import InboxModel
import TerminalUI

/// What a mailing list and the author of its mail say about answers.
extension Surroundings {
    /// Goes on with a message whose headers were looked at, if the answer depends on them: a reply to the list, and a reply to all
    /// of list mail, whose author may say where answers should go. A reply to all needs no connection.
    func withList(
        _ message: Message, for kind: Answer.Kind, on screen: any Screen,
        then goOn: @escaping @UI @Sendable (Message) -> Void
    ) {
        let isOfList = message.listID.map { !$0.isEmpty } ?? false
        let isFound = message.listPost != nil || message.followUpTo != nil
        guard !isFound, kind == .replyList || kind == .replyAll && isOfList else { return checked(message, kind, goOn) }
        ask("Looking for the mailing list", for: screen, opensForKeys: true) {
            [session] () async throws(SessionError) in
            guard kind == .replyAll else { return try await session.withList(message) }
            return await Self.atOnce { try? await session.withList(message) } ?? message
        } then: { [self] in
            self.checked($0, kind, goOn)
        }
    }

    /// What a server that answers slowly may add to an answer is done without: keys wait for the composer.
    private static func atOnce<Value: Sendable>(_ work: @escaping @Sendable () async -> Value?) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await Task.sleep(for: .seconds(2))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func checked(_ message: Message, _ kind: Answer.Kind, _ goOn: @UI (Message) -> Void) {
        guard kind == .replyList, message.listAddress == nil else { return goOn(message) }
        say(noList(message), kind: .info, undo: false)
    }

    /// Why there is no list to answer.
    func noList(_ message: Message) -> String {
        message.takesNoPosts ? "This mailing list takes no posts" : "This message is not from a mailing list"
    }
}
