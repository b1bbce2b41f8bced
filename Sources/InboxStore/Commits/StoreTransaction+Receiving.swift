package import InboxModel

/// Messages as servers tell them.
extension StoreTransaction {
    /// A message, and the cleaned text of its body for the index when it came with its body.
    package typealias Told = (RemoteMessage, String?)

    /// One that is not here yet.
    private typealias New = (message: RemoteMessage, bodyText: String?, marks: MessageMarks)

    /// Writes a message as the server tells it. Marks go to base while actions are pending on it, so that what the user
    /// did stays on the screen.
    /// - Parameter confirms: the server told it as a change, not as the answer to an action.
    package func receive(_ remote: RemoteMessage, account: AccountID, bodyText: String?, confirms: Bool = true) throws {
        try receive([(remote, bodyText)], account: account, confirms: confirms)
    }

    /// Of a thread that is new, messages that stand together are written with it, once and whole.
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
            // What answers an action is about what that was about.
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
        try lists.flush()
    }

    /// Those of one thread that are not here yet.
    private func receive(_ new: [New], account: AccountID) throws {
        guard let thread = new.first?.message.thread else { return }
        let new = new.sorted { $0.message.receivedAt < $1.message.receivedAt }
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

    /// The row of a message that the server tells of. A draft that was saved without our hearing of it is ours by its
    /// Message-ID, and so is one that took the place of ours.
    private func known(_ remote: RemoteMessage, account: AccountID) throws -> Message? {
        if try MessageTable.isHere(database, account: account, remoteID: remote.id) {
            return try MessageTable.find(database, account: account, remoteID: remote.id)
        }
        guard remote.keywords.contains(.draft), let header = remote.messageIDHeader,
            let draft = try DraftTable.draft(database, account: account, messageIDHeader: header)
        else { return nil }
        // As long as its server has ours, this one is a draft beside it.
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
        let shown = try settle(old, serverSays: marks, confirms: confirms)
        if try isBeingWritten(old) {
            // What the user wrote stays; of the server only its id and the marks are taken.
            var new = old
            new.remoteID = remote.id
            new.thread = thread
            new.marks = shown
            if old.remoteID == nil { new.version = remote.version }
            return try write(new, over: old)
        }
        var new = try message(remote, id: old.id, account: old.account, thread: thread, marks: shown)
        if remote.body == nil { new.size += old.textSize }
        // Lists and answers to actions leave headers out; then what is known stands.
        new.messageIDHeader = new.messageIDHeader ?? old.messageIDHeader
        new.inReplyToHeader = new.inReplyToHeader ?? old.inReplyToHeader
        new.listID = new.listID ?? old.listID
        // Mail that left does not change any more.
        if !old.isDraft, new.bcc.isEmpty { new.bcc = old.bcc }
        new.files = remote.files.known(from: old.files)
        if remote.body == nil { try keepRead(&new, old) }
        if try isSavedOver(old, by: new, remote.body) { try stopOrders(of: old.id) }
        // Its words change beside its row.
        if remote.body != nil || bodyText != nil { try touch(thread) }
        try write(new, over: old)
        try index(new, old: old, body: remote.body, bodyText: bodyText)
    }

    /// Most of what is told again is as it was, or has other marks: then nothing is read of its thread.
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
    /// Of mail whose text is here, what was read with it stays: of that a list tells less. A server may preview what the sender hid
    /// (W-4), name the last of several senders (H-4), or not know a charset.
    private func keepRead(_ new: inout Message, _ old: Message) throws {
        guard !old.isDraft, (new.snippet, new.subject, new.from) != (old.snippet, old.subject, old.from),
            try database.number("SELECT hasBody FROM message WHERE id = ?", old.id.rawValue) == 1
        else { return }
        (new.snippet, new.subject, new.from) = (old.snippet, old.subject, old.from)
    }

    /// Whether it is just what was saved here: then the text stays as it was written, of which a server may keep less. The
    /// Inbox API has HTML only, and Markdown cannot be told from that.
    private func isOwnSave(_ told: RemoteMessage, of old: Message) throws -> Bool {
        guard old.isDraft, told.body != nil, told.id == old.remoteID, let version = told.version else { return false }
        return try version == old.version && reader.body(of: old.id)?.plain != nil
    }
}

extension [RemoteMessage] {
    /// As a store writes them best: those of one thread together, oldest first, and threads by their first message. Rising
    /// time keeps indexes quick, whichever way a walk goes.
    package var inWritingOrder: [RemoteMessage] {
        let rising = sorted { $0.receivedAt < $1.receivedAt }
        var places: [RemoteID: Int] = [:]
        for (place, message) in rising.enumerated() where places[message.thread] == nil {
            places[message.thread] = place
        }
        return rising.enumerated()
            .map { (place: places[$1.thread, default: $0], number: $0, message: $1) }
            .sorted { ($0.place, $0.number) < ($1.place, $1.number) }
            .map(\.message)
    }
}

extension [MessageFile] {
    /// The same files, known as those that were put on the draft here. Once a draft names them, servers may call them
    /// otherwise: then it is the one of that name and size.
    fileprivate func known(from files: [MessageFile]) -> [MessageFile] {
        var local = files.filter { $0.localID != nil }
        return map { file in
            let place =
                local.firstIndex { $0.remoteID == file.remoteID }
                ?? local.firstIndex { $0.fileName == file.fileName && $0.size == file.size }
            var file = file
            file.localID = place.flatMap { local.remove(at: $0).localID }
            return file
        }
    }
}
