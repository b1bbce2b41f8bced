public import InboxModel
import InboxStore

extension MailThread {
    /// A message as if it were all of its thread, for lists that show messages by themselves as they show threads. What a
    /// snooze did to its place in lists of threads it does not to that among messages: they stand where they came.
    public init?(alone message: Message) {
        self.init(id: message.thread, account: message.account, remoteID: nil, of: [message])
        lastDate = message.receivedAt
    }
}
