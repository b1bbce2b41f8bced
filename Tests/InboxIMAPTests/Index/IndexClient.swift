import InboxModel

@testable import InboxIMAP

/// Somebody who reads the log, and remembers what was told.
struct IndexClient {
    struct Message: Hashable {
        var thread: RemoteID
        var keywords: Set<Keyword>
        var mailboxes: Set<RemoteID>

        init(_ message: IndexedMessage) {
            (thread, keywords, mailboxes) = (message.thread, message.keywords, message.mailboxes)
        }
    }

    struct Mailbox: Hashable {
        var name: String
        var role: MailboxRole?

        init(_ folder: IndexedFolder) { (name, role) = (folder.name, folder.role) }
    }

    var messages: [RemoteID: Message] = [:]
    var mailboxes: [RemoteID: Mailbox] = [:]
    var number: Int64 = 0
    /// What the log must not say.
    private(set) var complaints: [String] = []

    /// Somebody who walked over everything.
    init(_ model: IndexModel, number: Int64) {
        self.number = number
        messages = model.told.mapValues(Message.init)
        mailboxes = Self.mailboxes(model)
    }

    static func mailboxes(_ model: IndexModel) -> [RemoteID: Mailbox] {
        Dictionary(uniqueKeysWithValues: model.folders.values.map { ($0.mailbox, Mailbox($0)) })
    }

    /// - Returns: whether there is more.
    mutating func read(_ index: IMAPIndex, limit: Int) throws -> Bool {
        let answer = try index.changes(after: number, limit: limit)
        if answer.changes.count > limit { complaints.append("too much at once") }
        if answer.number < number { complaints.append("the numbers go back") }
        var seen: Set<RemoteID> = []
        for change in answer.changes {
            if let id = apply(change), !seen.insert(id).inserted { complaints.append("\(id) is told twice") }
        }
        number = answer.number
        return answer.hasMore
    }

    private mutating func apply(_ change: IndexedChange) -> RemoteID? {
        switch change {
        case .message(let message):
            messages[message.id] = Message(message)
            return message.id
        case .marks(let message):
            if messages[message.id]?.thread != message.thread {
                complaints.append("marks of \(message.id), which was not told whole")
            }
            messages[message.id] = Message(message)
            return message.id
        case .gone(let id):
            messages[id] = nil
            return id
        case .mailbox(let folder): mailboxes[folder.mailbox] = Mailbox(folder)
        case .mailboxGone(let id): mailboxes[id] = nil
        }
        return nil
    }
}
