package import InboxModel

/// Messages as servers report them.
extension StoreTransaction {
    /// A message, and the cleaned text of its body for the index if it came with its body.
    package typealias Told = (RemoteMessage, String?)

    /// A message that is not stored yet.
    private typealias New = (message: RemoteMessage, bodyText: String?, marks: MessageMarks)

    /// Writes a message as the server reports it. While actions are pending on it, its marks go to base, so that the
    /// user's changes stay visible.
    /// - Parameter confirms: whether the server reported it as a change, not as the answer to an action.
    package func receive(_ remote: RemoteMessage, account: AccountID, bodyText: String?, confirms: Bool = true) throws {
        try receive([(remote, bodyText)], account: account, confirms: confirms)
    }

    /// Writes messages as the server reports them. Consecutive messages of a new thread are written with it, once and whole.
    package func receive(_ told: some Sequence<Told>, account: AccountID, confirms: Bool = true) throws {
        var new: [New] = []
        for (remote, bodyText) in told where try !isHeldBack(remote, account: account) {
            let isTwice = new.contains { $0.message.id == remote.id }
            if isTwice || new.last.map({ $0.message.thread != remote.thread }) ?? false {
                try receive(new, account: account)
                new = []
            }
            let marks = try marks(keywords: remote.keywords, mailboxes: remote.mailboxes, account: account)
            var known = try known(remote, account: account)
            if let draft = known, try isSentElsewhere(draft, remote.keywords) {
                try partFromSent(draft)
                known = nil
            }
            // The answer to an action concerns the same message as the action.
            if confirms, let old = known, try isAnother(remote, than: old) {
                try lose(old, to: remote)
                known = nil
            }
            guard let old = known else {
                new.append((remote, bodyText, marks))
                continue
            }
            guard try !isOutdated(remote, old) else { continue }
            try receive(remote, again: old, marks: marks, bodyText: bodyText, confirms: confirms)
        }
        try receive(new, account: account)
    }

    /// Writes messages of one thread that are not stored yet.
    private func receive(_ new: [New], account: AccountID) throws {
        guard let thread = new.first?.message.thread else { return }
        let new = new.count > 1 ? new.sorted { $0.message.receivedAt < $1.message.receivedAt } : new
        let messages = try insert(
            new.map {
                try message($0.message, id: MessageID(0), account: account, thread: ThreadID(0), marks: $0.marks)
            },
            thread: thread)
        for (message, new) in zip(messages, new) {
            try gatherContacts(of: message)
            try index(message, old: nil, body: new.message.body, bodyText: new.bodyText)
        }
    }

    /// The row of a message that the server reports. A draft that was saved without an answer is recognized by its
    /// Message-ID, and so is one that replaced ours.
    private func known(_ remote: RemoteMessage, account: AccountID) throws -> Message? {
        if try MessageTable.isHere(database, account: account, remoteID: remote.id) {
            return try MessageTable.find(database, account: account, remoteID: remote.id)
        }
        guard remote.keywords.contains(.draft), let header = remote.messageIDHeader,
            let draft = try DraftTable.draft(database, account: account, messageIDHeader: header)
        else { return nil }
        // While the server still has ours, this is another draft.
        return draft.remoteID.map(departing.contains) ?? true ? draft : nil
    }

    private func receive(
        _ told: RemoteMessage, again old: Message, marks: MessageMarks, bodyText: String?, confirms: Bool
    ) throws {
        let keepsText = try isOwnSave(told, of: old)
        var remote = told
        if keepsText { remote.body = nil }
        let bodyText = keepsText ? nil : bodyText
        let thread = try threadID(of: remote, account: old.account, like: old)
        let shown = try settle(MarkedMessage(old), serverSays: marks, confirms: confirms)
        if try isBeingWritten(old) {
            // The user's text stays; only the id and the marks come from the server.
            var new = old
            new.remoteID = remote.id
            new.thread = thread
            new.marks = shown
            if old.remoteID == nil { new.version = remote.version }
            return try write(new, over: old)
        }
        var new = try message(remote, id: old.id, account: old.account, thread: thread, marks: shown)
        if remote.size == nil, remote.body == nil { new.size += old.textSize }
        // Listings and answers to actions omit headers; then the known ones stay.
        new.messageIDHeader = new.messageIDHeader ?? old.messageIDHeader
        new.inReplyToHeader = new.inReplyToHeader ?? old.inReplyToHeader
        new.listID = new.listID ?? old.listID
        // Mail that was sent no longer changes.
        if !old.isDraft, new.bcc.isEmpty { new.bcc = old.bcc }
        new.files = remote.files.known(from: old.files)
        if remote.body == nil { try keepRead(&new, old) }
        if try isSavedOver(old, by: new, remote.body) { try stopOrders(of: old.id) }
        // The words change, which are not in the row.
        if remote.body != nil || bodyText != nil { try touch(thread) }
        try write(new, over: old)
        try index(new, old: old, body: remote.body, bodyText: bodyText)
    }

    /// Writes a message. Most repeated reports change nothing or only marks; then nothing of the thread is read.
    private func write(_ new: Message, over old: Message) throws {
        guard new != old else { return }
        var marked = old
        marked.marks = new.marks
        if marked == new {
            try touch(old.thread, changing: old.marks, to: new.marks)
        } else {
            try touch(new.thread)
            if old.thread != new.thread { try touch(old.thread) }
        }
        try MessageTable.update(database, new, from: old)
    }
}

extension StoreTransaction {
    /// Keeps what was read with the body of stored mail, because a listing knows less. A server's preview may show what
    /// the sender hid (W-4), name only the last of several senders (H-4), or not know a charset.
    private func keepRead(_ new: inout Message, _ old: Message) throws {
        guard !old.isDraft, (new.snippet, new.subject, new.from) != (old.snippet, old.subject, old.from),
            try database.number("SELECT hasBody FROM message WHERE id = ?", old.id.rawValue) == 1
        else { return }
        (new.snippet, new.subject, new.from) = (old.snippet, old.subject, old.from)
    }

    /// Whether a report is exactly the save that was made here. Then the text stays as it was written, because a server
    /// may keep less: the Inbox API has only HTML, from which Markdown cannot be restored.
    private func isOwnSave(_ told: RemoteMessage, of old: Message) throws -> Bool {
        guard old.isDraft, told.body != nil, told.id == old.remoteID, let version = told.version else { return false }
        return try version == old.version && reader.body(of: old.id)?.plain != nil
    }
}

extension [RemoteMessage] {
    /// Sorted so that a store writes them fastest: messages of one thread together, oldest first, and threads by their
    /// first message. Ascending times keep index writes fast, in whichever direction a sync walks.
    package var inWritingOrder: [RemoteMessage] {
        // Positions are sorted, because a copy of a message costs as much as comparing dozens of them.
        let rising = indices.sorted { self[$0].receivedAt < self[$1].receivedAt }
        var first: [RemoteID: Int] = [:]
        let order = rising.enumerated().map { number, position in
            let thread = self[position].thread
            let place = first[thread] ?? number
            if place == number { first[thread] = number }
            return (place: place, number: number, position: position)
        }
        return order.sorted { ($0.place, $0.number) < ($1.place, $1.number) }.map { self[$0.position] }
    }
}

extension [MessageFile] {
    /// The same files, matched with those that were attached to the draft here. Once a draft refers to them, servers may
    /// give them other ids; then name and size identify a file. Listings do not know what a calendar is for.
    fileprivate func known(from files: [MessageFile]) -> [MessageFile] {
        var local = files.filter { $0.localID != nil }
        let calendars = files.filter { $0.method != nil }
        return map { file in
            let place =
                local.firstIndex { $0.remoteID == file.remoteID }
                ?? local.firstIndex { $0.fileName == file.fileName && $0.size == file.size }
            var file = file
            file.localID = place.flatMap { local.remove(at: $0).localID }
            let calendar = calendars.first { $0.remoteID == file.remoteID && $0.contentType == file.contentType }
            file.method = file.method ?? calendar?.method
            return file
        }
    }
}
