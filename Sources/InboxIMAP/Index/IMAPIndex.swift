package import Foundation
package import InboxModel

/// What is known of an account's folders and messages: which message is where, under which number, with which flags, in which thread. It
/// keeps no texts. It lies in a file beside the store, and can be made anew from the server at any time: ids of messages come from the
/// server or from what stands in the message, so that they stay the same.
///
/// Each call is one transaction. Other processes may use the same file.
package final class IMAPIndex: Sendable {
    /// Names this index: another one, made anew, knows nothing of the changes that were told from this.
    package let epoch: String

    /// - Parameter path: nil keeps it in memory.
    /// - Throws: only if there is no room for it. A file that can't be read as an index is made anew.
    package init(path: String?) throws { fatalError("to do") }

    // MARK: Folders

    package func folders() throws -> [IndexedFolder] { fatalError("to do") }

    /// Takes over the server's list of folders. A folder of the same raw name and UIDVALIDITY is the same as before. One with another
    /// UIDVALIDITY loses its copies and counts as new. Those that are not listed are gone, with their copies. Mailboxes that are new,
    /// renamed or gone are noted in the log. The very first list sets `firstNews` to the folder's UIDNEXT; folders that come later have 1:
    /// all that is in them is news.
    package func take(folders: [IMAPFolder]) throws { fatalError("to do") }

    /// A folder was renamed from here, with all below it: their mailboxes keep their ids.
    package func rename(folder: Int64, toRaw rawName: String, name: String) throws { fatalError("to do") }

    /// How far a look at a folder came.
    package func settle(folder: Int64, uidNext: UInt32, highestModSeq: UInt64, isOutlined: Bool) throws {
        fatalError("to do")
    }

    // MARK: Copies

    /// Takes over flags, and copies that are new. Of copies that were not known those below the folder's `firstNews` are old mail, which a
    /// walk tells; the others are news. Copies with `\Deleted` are removed instead, as if they were gone.
    /// - Parameter addsOld: whether old mail that is not known is added, too; else only its flags are taken over where it is known.
    package func take(outlines: [IMAPOutline], in folder: Int64, addsOld: Bool) throws { fatalError("to do") }

    /// All UIDs that are known of a folder.
    package func uids(in folder: Int64) throws -> UIDSet { fatalError("to do") }

    /// Copies that are gone. A message that has no other copy is lost, not yet gone: it may turn up in another folder.
    package func remove(_ uids: UIDSet, in folder: Int64) throws { fatalError("to do") }

    /// Ends a look at all folders: messages that were lost before it began and did not turn up are gone, which is noted in the log.
    package func endLook() throws { fatalError("to do") }

    /// News of which no head was read, newest first.
    package func news(limit: Int) throws -> [IndexedCopy] { fatalError("to do") }

    /// Notes what was read of copies, which gives them a message and a thread.
    ///
    /// A thread is what the server says it is, else all mail that is connected by Message-ID and References: the thread of the
    /// oldest known stays, others join it, and their messages are noted in the log as changed as a whole. News is noted in the log.
    /// - Returns: the messages, by UID. Copies that are not known any more are left out.
    package func take(heads: [IndexedHead], in folder: Int64) throws -> [UInt32: IndexedMessage] {
        fatalError("to do")
    }

    // MARK: Messages

    /// Without those that are not known, or of which no copy is left.
    package func messages(_ ids: some Collection<RemoteID>) throws -> [RemoteID: IndexedMessage] {
        fatalError("to do")
    }

    /// All known messages of some threads.
    package func messages(ofThreads threads: some Collection<RemoteID>) throws -> [IndexedMessage] {
        fatalError("to do")
    }

    /// Messages of which the Message-ID was read, with angle brackets.
    package func messages(withMessageID header: String) throws -> [IndexedMessage] { fatalError("to do") }

    /// Copies newest first, from a place on.
    /// - Parameter folders: nil for all.
    package func walk(in folders: Set<Int64>?, from position: IndexPosition?, limit: Int) throws -> [IndexedCopy] {
        fatalError("to do")
    }

    /// The number of copies in folders; nil for all.
    package func count(in folders: Set<Int64>?) throws -> Int { fatalError("to do") }

    // MARK: What was done from here

    package func setFlags(_ uids: UIDSet, in folder: Int64, add: Set<String>, remove: Set<String>) throws {
        fatalError("to do")
    }

    /// Messages were moved or copied to another folder, where the server gave them new UIDs. With `copied` nil those of a move are lost
    /// until a look finds them.
    package func take(copied: IMAPCopied?, from folder: Int64, to target: Int64, isMove: Bool, _ uids: UIDSet) throws {
        fatalError("to do")
    }

    /// A message that was written here.
    package func take(appended: IMAPAppended, in folder: Int64, flags: Set<String>, date: Date, head: IndexedHead)
        throws -> IndexedMessage?
    { fatalError("to do") }

    // MARK: The log

    /// The number of the last change.
    package func latest() throws -> Int64 { fatalError("to do") }

    /// What changed after a number, each thing once, oldest first.
    package func changes(after number: Int64, limit: Int) throws -> IndexedChanges { fatalError("to do") }

    // MARK: Sending

    /// How far the sending of a message came, noted so that it survives a loss of power (`synchronous` FULL).
    package func note(_ stage: IndexedSubmission, of messageID: String) throws { fatalError("to do") }
    /// Nil if it was never begun.
    package func submission(of messageID: String) throws -> IndexedSubmission? { fatalError("to do") }

    // MARK: Files of drafts

    /// Keeps a file until a draft with it is on the server; those of a month ago are deleted.
    /// - Returns: an id of its own, `upload/…`.
    package func keep(upload: RemoteUpload) throws -> RemoteID { fatalError("to do") }
    package func upload(_ id: RemoteID) throws -> RemoteUpload? { fatalError("to do") }
}

package struct IndexedFolder: Hashable, Sendable, Identifiable {
    package var id: Int64
    package var rawName: String
    /// With `/` between levels.
    package var name: String
    package var delimiter: Character?
    /// The mailbox's id: the server's, else made from the name that the folder had when it was seen first.
    package var mailbox: RemoteID
    package var role: MailboxRole?
    package var uidValidity: UInt32
    /// Messages from here on were not looked for yet.
    package var uidNext: UInt32
    /// Messages from here on are news.
    package var firstNews: UInt32
    package var highestModSeq: UInt64
    /// Whether old mail was outlined as well.
    package var isOutlined: Bool
    /// How many copies are known.
    package var count: Int

    package init(
        id: Int64, rawName: String, name: String, delimiter: Character?, mailbox: RemoteID, role: MailboxRole?,
        uidValidity: UInt32, uidNext: UInt32, firstNews: UInt32, highestModSeq: UInt64, isOutlined: Bool, count: Int
    ) {
        (self.id, self.rawName, self.name, self.delimiter) = (id, rawName, name, delimiter)
        (self.mailbox, self.role, self.uidValidity, self.uidNext) = (mailbox, role, uidValidity, uidNext)
        (self.firstNews, self.highestModSeq, self.isOutlined) = (firstNews, highestModSeq, isOutlined)
        self.count = count
    }
}

/// A message in a folder.
package struct IndexedCopy: Hashable, Sendable {
    package var folder: Int64
    package var uid: UInt32
    package var flags: Set<String>
    package var date: Date
    /// Nil before its head was read.
    package var message: RemoteID?

    package init(folder: Int64, uid: UInt32, flags: Set<String>, date: Date, message: RemoteID?) {
        (self.folder, self.uid, self.flags, self.date) = (folder, uid, flags, date)
        self.message = message
    }

    package var position: IndexPosition { IndexPosition(date: date, folder: folder, uid: uid) }
}

/// A message with all its copies.
package struct IndexedMessage: Hashable, Sendable {
    package var id: RemoteID
    package var thread: RemoteID
    package var copies: [IndexedCopy]
    /// A flag that any copy has, as a keyword: `\Seen` is `$seen`.
    package var keywords: Set<Keyword>
    package var mailboxes: Set<RemoteID>

    package init(
        id: RemoteID, thread: RemoteID, copies: [IndexedCopy], keywords: Set<Keyword>, mailboxes: Set<RemoteID>
    ) {
        (self.id, self.thread, self.copies) = (id, thread, copies)
        (self.keywords, self.mailboxes) = (keywords, mailboxes)
    }
}

/// What is kept of a head.
package struct IndexedHead: Hashable, Sendable {
    package var uid: UInt32
    package var id: RemoteID
    /// With angle brackets, as are the references.
    package var messageID: String?
    /// References and In-Reply-To, the oldest first.
    package var references: [String]
    /// The server's id of the thread.
    package var thread: String?

    package init(uid: UInt32, id: RemoteID, messageID: String?, references: [String], thread: String? = nil) {
        (self.uid, self.id, self.messageID) = (uid, id, messageID)
        (self.references, self.thread) = (references, thread)
    }
}

/// A place in a walk.
package struct IndexPosition: Hashable, Sendable {
    package var date: Date
    package var folder: Int64
    package var uid: UInt32

    package init(date: Date, folder: Int64, uid: UInt32) { (self.date, self.folder, self.uid) = (date, folder, uid) }

    /// Reads what `text` is; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: ".").compactMap { Int64($0) }
        guard parts.count == 3, let uid = UInt32(exactly: parts[2]) else { return nil }
        self.init(date: Date(timeIntervalSince1970: TimeInterval(parts[0])), folder: parts[1], uid: uid)
    }

    package var text: String { "\(Int64(date.timeIntervalSince1970)).\(folder).\(uid)" }
}

package enum IndexedChange: Hashable, Sendable {
    /// New, or in another thread: to be told whole.
    case message(IndexedMessage)
    /// Other keywords or mailboxes.
    case marks(IndexedMessage)
    case gone(RemoteID)
    case mailbox(IndexedFolder)
    case mailboxGone(RemoteID)
}

package struct IndexedChanges: Hashable, Sendable {
    package var changes: [IndexedChange]
    /// The number to ask from next.
    package var number: Int64
    package var hasMore: Bool

    package init(changes: [IndexedChange], number: Int64, hasMore: Bool) {
        (self.changes, self.number, self.hasMore) = (changes, number, hasMore)
    }
}

package enum IndexedSubmission: Hashable, Sendable {
    /// The message was about to be given to the submission server.
    case begun
    /// The server took it, but for some recipients, with its reasons.
    case taken(refusals: [String: String])
    /// It certainly did not take it.
    case failed
}
