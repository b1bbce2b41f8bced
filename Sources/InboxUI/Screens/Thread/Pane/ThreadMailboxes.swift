import InboxModel

/// The mailboxes that a thread's messages may lie in, as far as the thread tells of them.
struct ThreadMailboxes {
    let names: [MailboxID: String]
    /// The names of the trash and junk mailboxes: messages of a thread that lie there are marked.
    private let aside: [MailboxID: String]
    /// The mailboxes of sent mail.
    private let sent: Set<MailboxID>

    init(_ mailboxes: [Mailbox] = []) {
        let names = Dictionary(mailboxes.map { ($0.id, Wording.name(of: $0)) }) { first, _ in first }
        let aside = Set(mailboxes.filter { $0.role == .trash || $0.role == .junk }.map(\.id))
        self.names = names
        self.aside = names.filter { aside.contains($0.key) }
        sent = Set(mailboxes.filter { $0.role == .sent }.map(\.id))
    }

    /// Returns the mailbox of a message that was put aside by itself, such as the trash; nil where the whole thread lies there.
    /// For mail that was passed on, the copy in the sent mail is marked: it looks like the message itself, which would seem to
    /// have come twice.
    /// - Parameter all: the messages of the thread.
    func place(of message: Message, among all: [Message], isOwn: (Message) -> Bool) -> String? {
        if isPassedOn(message, among: all, isOwn: isOwn) { return "Redirected" }
        guard let id = message.mailboxes.first(where: { aside[$0] != nil }),
            all.contains(where: { !$0.mailboxes.contains(id) && !$0.isDraft })
        else { return nil }
        return aside[id]
    }

    private func isPassedOn(_ message: Message, among all: [Message], isOwn: (Message) -> Bool) -> Bool {
        guard let header = message.messageIDHeader, !sent.isDisjoint(with: message.mailboxes), !isOwn(message) else {
            return false
        }
        return all.contains { $0.id != message.id && $0.messageIDHeader == header }
    }
}
