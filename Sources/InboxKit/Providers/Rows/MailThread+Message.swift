public import InboxModel
import InboxStore

extension MailThread {
    /// Creates a thread of a single message, for lists that show messages as they show threads. A snooze moves threads in lists of
    /// threads, but messages stay where they arrived.
    public init?(alone message: Message) {
        self.init(id: message.thread, account: message.account, remoteID: nil, of: [message])
        lastDate = message.receivedAt
        // The writer is not shown as a recipient, except in mail to oneself.
        if message.isDraft, isToOneself([message]) { senders = [] }
    }
}
