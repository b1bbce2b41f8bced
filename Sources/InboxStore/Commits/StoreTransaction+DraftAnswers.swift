import Foundation
import GRDB
package import InboxModel

/// What servers say of drafts and files.
extension StoreTransaction {
    /// The server has a save. What was written since stays.
    package func saved(_ action: Action, as answer: RemoteMessage) throws {
        guard case .draft(let id) = action.object else { return }
        try setState(.sent, of: action.id)
        guard let draft = try MessageTable.find(database, id) else {
            // Deleted meanwhile: the deletion that waits learns what to delete.
            try database.execute(
                sql: "UPDATE action SET remoteID = ? WHERE draft = ? AND command = 'deleteDraft'",
                arguments: [answer.id.rawValue, id.rawValue])
            return try setVersion(answer.version, ofDeleted: id, remoteID: answer.id)
        }
        try forgetTwin(of: draft, remoteID: answer.id)
        try ThreadTable.adopt(database, draft.thread, remoteID: answer.thread, account: draft.account)
        try touch(draft.thread)
        var new = draft
        new.remoteID = answer.id
        new.version = answer.version
        if new != draft { try MessageTable.update(database, new, from: draft) }
        try DraftTable.setOwnSave(database, new)
        var word = answer
        word.body = nil
        word.messageIDHeader = draft.messageIDHeader
        try receive(word, account: draft.account, bodyText: nil, confirms: false)
    }

    /// A save of ours is on the server that we did not hear of; what was written since goes over it.
    package func adopt(_ id: MessageID, as there: RemoteMessage) throws {
        guard let draft = try MessageTable.find(database, id) else { return }
        try forgetTwin(of: draft, remoteID: there.id)
        try touch(draft.thread)
        var new = draft
        new.remoteID = there.id
        new.version = there.version
        if new != draft { try MessageTable.update(database, new, from: draft) }
        try DraftTable.setOwnSave(database, new)
    }

    /// Someone else saved over the same draft: what was written here becomes a draft of its own.
    package func detach(_ id: MessageID, messageIDHeader: String) throws {
        guard let draft = try MessageTable.find(database, id) else { return }
        try touch(draft.thread)
        var new = draft
        new.remoteID = nil
        new.version = nil
        new.messageIDHeader = messageIDHeader
        try MessageTable.update(database, new, from: draft)
    }

    /// The server sent a draft: it is a message now.
    package func sent(_ action: Action, as answer: RemoteMessage?) throws {
        guard case .draft(let id) = action.object else { return }
        try database.execute(sql: "DELETE FROM action WHERE draft = ?", arguments: [id.rawValue])
        try becomesMessage(id, answer, account: action.account)
        try forgetDraft(id, sentAt: action.createdAt)
    }

    /// What was sent is no draft, and what it answers or passes on is marked so.
    func forgetDraft(_ id: MessageID, sentAt now: Date) throws {
        if let answered = try DraftTable.inReplyTo(database, id).flatMap({ try MessageTable.find(database, $0) }) {
            try mark(answered, .answered, now: now)
            try noteReply(to: answered.thread, now: now)
        }
        if let forwarded = try DraftTable.forwards(database, id).flatMap({ try MessageTable.find(database, $0) }) {
            try mark(forwarded, .forwarded, now: now)
        }
        try database.execute(sql: "DELETE FROM draft WHERE message = ?", arguments: [id.rawValue])
        try forgetVersions(of: id)
    }

    /// A draft is a draft no more.
    func becomesMessage(_ id: MessageID, _ answer: RemoteMessage?, account: AccountID) throws {
        noteActions()
        guard let draft = try MessageTable.find(database, id) else {
            if let answer { try receive(answer, account: account, bodyText: nil, confirms: false) }
            return
        }
        if let answer { try forgetTwin(of: draft, remoteID: answer.id) }
        try touch(draft.thread)
        var new = draft
        new.remoteID = answer?.id ?? draft.remoteID
        new.version = nil
        new.files = draft.files.map { file in
            var file = file
            file.localID = nil
            return file
        }
        var marks = try BaseTable.find(database, id) ?? draft.marks
        marks.keywords.remove(.draft)
        if let sent = try MailboxTable.id(database, account: draft.account, role: .sent) { marks.mailboxes = [sent] }
        new.marks = try settle(draft, serverSays: marks, confirms: false)
        try MessageTable.update(database, new, from: draft)
        if draft.isDraft { try keepBlindCopies(of: new) }
        // Whom one writes to is known from now on: as a draft it named nobody yet.
        if draft.isDraft { try gatherContacts(of: new) }
        try letGo(draft.files)
        if var answer {
            answer.messageIDHeader = answer.messageIDHeader ?? draft.messageIDHeader
            try receive(answer, account: draft.account, bodyText: nil, confirms: false)
        }
    }

    /// The server passed a message on; it tells of its own copy.
    package func bounced(_ action: Action, _ file: FileID, as answer: RemoteMessage?) throws {
        try ActionTable.delete(database, action.id)
        noteActions()
        try DraftTable.delete(database, file)
        if let answer { try receive(answer, account: action.account, bodyText: nil, confirms: false) }
    }

    // MARK: Refused and discarded

    /// A draft's text never goes back, but one that was deleted comes back.
    func dropAction(_ action: Action, onDraft id: MessageID) throws {
        try ActionTable.delete(database, action.id)
        if action.command == .saveDraft { try takeBackOrder(of: id) }
        guard action.command == .deleteDraft, try MessageTable.find(database, id) == nil,
            let kept = KeptDraft(detail: action.detail)
        else { return }
        var message = kept.message
        let known = try message.remoteID.flatMap {
            try MessageTable.find(database, account: action.account, remoteID: $0)
        }
        guard known == nil else { return }
        try putBack(&message, kept)
        // No server has it: its saves went with the deletion, or were never heard of.
        if message.remoteID == nil { try queueSave(message, now: action.createdAt) }
    }

    /// Without its newest text a draft is not sent: the server may have an older one.
    private func takeBackOrder(of draft: MessageID) throws {
        for order in try ActionTable.actions(database, about: .draft(draft))
        where order.command == .sendDraft && order.state == .waiting {
            try ActionTable.delete(database, order.id)
        }
    }

    // MARK: Rules for what servers tell

    /// Drafts that are not to be seen, now or at all.
    func isHeldBack(_ remote: RemoteMessage, account: AccountID) throws -> Bool {
        guard remote.keywords.contains(.draft) else { return false }
        return try isBeingDeleted(remote, account: account) || isInDoubt(remote, account: account)
    }

    /// As long as a save was not answered, nobody knows whether what has its Message-ID is ours, or what another program
    /// saved over it: the sender looks at its text, and tells.
    private func isInDoubt(_ remote: RemoteMessage, account: AccountID) throws -> Bool {
        guard let header = remote.messageIDHeader,
            try !MessageTable.isHere(database, account: account, remoteID: remote.id),
            let draft = try DraftTable.draft(database, account: account, messageIDHeader: header), draft.remoteID == nil
        else { return false }
        return try ActionTable.actions(database, about: .draft(draft.id))
            .contains { $0.command == .saveDraft && ($0.state == .sending || $0.state == .unknown) }
    }

    /// A draft that the user deleted does not come back because a change from before is read late.
    private func isBeingDeleted(_ remote: RemoteMessage, account: AccountID) throws -> Bool {
        // By its Message-ID as long as a save of it may have arrived: what is not ours is shown once that is known.
        let statement = try database.cachedStatement(
            sql: """
                SELECT 1 FROM action WHERE account = ?1 AND command = 'deleteDraft' AND (remoteID = ?2 \
                OR json_extract(detail, '$.message.messageIDHeader') = ?3 AND EXISTS (SELECT 1 FROM action AS save \
                WHERE save.draft = action.draft AND save.command = 'saveDraft' AND save.\(ActionTable.isUnanswered)))
                """)
        return try Int.fetchOne(
            statement, arguments: [account.rawValue, remote.id.rawValue, remote.messageIDHeader]) != nil
    }

    /// An older save than the one that is known.
    func isOutdated(_ remote: RemoteMessage, _ old: Message) throws -> Bool {
        guard old.remoteID == remote.id, let told = remote.version, let known = old.version else { return false }
        return told < known
    }

    /// Whether what the user wrote is not on the server yet.
    func isBeingWritten(_ old: Message) throws -> Bool {
        guard old.isDraft else { return false }
        return try ActionTable.actions(database, about: .draft(old.id))
            .contains { $0.command == .saveDraft && $0.isUnanswered }
    }

    /// Whether a draft that is gone on the server stays here: its text is not there, or it may just have been sent.
    func keepsWriting(_ old: Message) throws -> Bool {
        guard old.isDraft else { return false }
        let open = try ActionTable.actions(database, about: .draft(old.id)).filter { $0.isUnanswered }
        if open.contains(where: { $0.command == .sendDraft && $0.state != .waiting && $0.state != .stopped }) {
            return true
        }
        guard !open.isEmpty else { return false }
        try touch(old.thread)
        var new = old
        new.remoteID = nil
        new.version = nil
        // No save of ours can have taken its place, so someone else's has: theirs and ours are two drafts from now on.
        let isWaiting = open.allSatisfy { $0.state == .waiting || $0.state == .stopped }
        if isWaiting, open.allSatisfy({ $0.attempts == 0 }) {
            new.messageIDHeader = old.messageIDHeader.map(Self.renewed)
        }
        try MessageTable.update(database, new, from: old)
        if isWaiting { try stopOrders(of: old.id) }
        return true
    }

    // MARK: Parts

    /// Another Message-ID of the same place.
    static func renewed(_ header: String) -> String {
        "<\(UUID().uuidString.lowercased())"
            + (header.firstIndex(of: "@").map { String(header[$0...]) } ?? "@mail.invalid>")
    }

    /// The server told of a save as a change, on a server that leaves its Message-ID out: two rows become one.
    private func forgetTwin(of draft: Message, remoteID: RemoteID) throws {
        guard let twin = try MessageTable.find(database, account: draft.account, remoteID: remoteID),
            twin.id != draft.id
        else { return }
        try removeRow(twin)
    }

    private func setVersion(_ version: Int?, ofDeleted id: MessageID, remoteID: RemoteID) throws {
        for action in try ActionTable.actions(database, about: .draft(id)) where action.command == .deleteDraft {
            guard var kept = KeptDraft(detail: action.detail) else { continue }
            kept.message.version = version
            kept.message.remoteID = remoteID
            try database.execute(
                sql: "UPDATE action SET detail = ? WHERE id = ?", arguments: [try kept.json(), action.id.rawValue])
        }
    }
}
