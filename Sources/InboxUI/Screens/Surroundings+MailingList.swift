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
            // Keys wait for the composer.
            if kind == .replyAll { return await session.withList(message, within: .seconds(2)) }
            return try await session.withList(message)
        } then: { [self] in
            self.checked($0, kind, goOn)
        }
    }

    private func checked(_ message: Message, _ kind: Answer.Kind, _ goOn: @UI (Message) -> Void) {
        guard kind == .replyList, message.listAddress == nil else { return goOn(message) }
        say(noList(message), kind: .info)
    }

    /// Why there is no list to answer.
    func noList(_ message: Message) -> String {
        message.takesNoPosts ? "This mailing list takes no posts" : "This message is not from a mailing list"
    }
}
