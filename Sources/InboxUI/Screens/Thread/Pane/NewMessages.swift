import Foundation
import InboxModel

/// The messages of a thread that arrived after it was last open, even if they were read elsewhere meanwhile.
struct NewMessages {
    /// The date of the newest message when the thread was last left, possibly in an earlier run; nil if it never was.
    var newestSeen: Date?
    /// The first message that arrived since the thread was left in this run.
    var first: MessageID?
    /// Those that were given a line of their own.
    private var ownLines: Set<MessageID> = []

    /// - Parameter isOwn: whether the user wrote a message; that is not new to them.
    func contains(_ message: Message, isOwn: (Message) -> Bool) -> Bool {
        guard let newestSeen, message.receivedAt > newestSeen else { return false }
        return !message.isDraft && !isOwn(message)
    }

    /// Returns the new messages that are to get a line of their own: each once, after that the user decides.
    mutating func takeOwnLines(among messages: [Message], isOwn: (Message) -> Bool) -> [MessageID] {
        messages.filter { contains($0, isOwn: isOwn) }.map(\.id).filter { ownLines.insert($0).inserted }
    }
}
