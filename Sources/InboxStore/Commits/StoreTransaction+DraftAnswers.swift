import Foundation
import GRDB
package import InboxModel

/// Server reports about drafts and files.
extension StoreTransaction {
    /// Records that the server has a save. What the user has written since stays.
    package func saved(_ action: Action, as answer: RemoteMessage) throws {
        guard case .draft(let id) = action.object else { return }
        try setState(.sent, of: action.id)
        guard let draft = try MessageTable.find(database, id) else {
            // The draft was deleted meanwhile: the waiting deletion learns what to delete.
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

    /// Records that the server has a save of ours whose answer was lost. What the user has written since replaces it.
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

    /// Removes the answered saves that these changes contain, whether or not they were answered before the changes were asked for.
    package func confirmSaves(told: [RemoteMessage], account: AccountID) throws {
        for remote in told where remote.keywords.contains(.draft) {
            let draft = try MessageTable.find(database, account: account, remoteID: remote.id)
            guard let draft, draft.version == remote.version else { continue }
            let saves = try ActionTable.actions(database, about: .draft(draft.id)).filter { $0.command == .saveDraft }
            try confirm(saves.map(\.id))
        }
    }

    /// Makes what was written here a draft of its own, because another client saved over the same draft.
    package func detach(_ id: MessageID, messageIDHeader: String) throws {
        guard let draft = try MessageTable.find(database, id) else { return }
        try touch(draft.thread)
        var new = draft
        new.remoteID = nil
        new.version = nil
        new.messageIDHeader = messageIDHeader
        try MessageTable.update(database, new, from: draft)
    }

    /// Records that the server sent a draft, which is a message now.
    /// - Parameter left: the id of what left, if the message could not be read.
    package func sent(_ action: Action, as answer: RemoteMessage?, left: RemoteID? = nil) throws {
        guard case .draft(let id) = action.object else { return }
        try database.execute(sql: "DELETE FROM action WHERE draft = ?", arguments: [id.rawValue])
        try becomesMessage(id, answer, left: left, account: action.account)
        try forgetDraft(id, sentAt: action.createdAt)
    }

    /// Deletes the draft's data of a sent message, and marks the message that it answers or forwards.
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

    /// Turns a draft into a message. What left may be a copy with another id. The draft itself may never be reported as gone: servers leave
    /// out what was created and destroyed between two looks (RFC 8620 §5.2).
    func becomesMessage(_ id: MessageID, _ answer: RemoteMessage?, left: RemoteID?, account: AccountID) throws {
        noteActions()
        guard let draft = try MessageTable.find(database, id) else {
            if let answer { try receive(answer, account: account, bodyText: nil, confirms: false) }
            return
        }
        let sent = answer?.id ?? left
        if let sent { try forgetTwin(of: draft, remoteID: sent) }
        try touch(draft.thread)
        var new = draft
        new.remoteID = sent ?? draft.remoteID
        new.version = nil
        new.files = draft.files.map { file in
            var file = file
            file.localID = nil
            return file
        }
        var marks = try BaseTable.find(database, id) ?? draft.marks
        marks.keywords.remove(.draft)
        if let sent = try MailboxTable.id(database, account: draft.account, role: .sent) { marks.mailboxes = [sent] }
        new.marks = try settle(MarkedMessage(draft), serverSays: marks, confirms: false)
        try MessageTable.update(database, new, from: draft)
        if draft.isDraft { try keepBlindCopies(of: new) }
        // The recipients become contacts now: a draft does not add any.
        if draft.isDraft { try gatherContacts(of: new) }
        try letGo(draft.files)
        if var answer {
            answer.messageIDHeader = answer.messageIDHeader ?? draft.messageIDHeader
            try receive(answer, account: draft.account, bodyText: nil, confirms: false)
        }
    }

    /// Records that the server bounced a message, and the copy of it that the server reports.
    package func bounced(_ action: Action, _ file: FileID, as answer: RemoteMessage?) throws {
        try ActionTable.delete(database, action.id)
        noteActions()
        try DraftTable.delete(database, file)
        if let answer { try receive(answer, account: action.account, bodyText: nil, confirms: false) }
    }

    // MARK: Refused and discarded

    /// Drops an action on a draft. The draft's text is never reverted, but a deleted draft is restored.
    func dropAction(_ action: Action, onDraft id: MessageID) throws {
        try ActionTable.delete(database, action.id)
        if action.command == .saveDraft {
            try takeBackOrder(of: id)
            // What the server reports from now on must not take the place of the text that it never got.
            if action.state.isAtRest { try DraftTable.setOnlyHere(database, id) }
        }
        guard action.command == .deleteDraft, try MessageTable.find(database, id) == nil,
            let kept = KeptDraft(jsonText: action.detail)
        else { return }
        var message = kept.message
        let known = try message.remoteID.flatMap {
            try MessageTable.find(database, account: action.account, remoteID: $0)
        }
        guard known == nil else { return }
        try putBack(&message, kept)
        // No server has the draft: its saves were deleted with it, or their answers were lost.
        if message.remoteID == nil { try queueSave(message, now: action.createdAt) }
    }

    /// Cancels the orders to send a draft whose newest text was not saved: the server may have an older one.
    private func takeBackOrder(of draft: MessageID) throws {
        for order in try ActionTable.actions(database, about: .draft(draft))
        where order.command == .sendDraft && !order.hasOrder && order.state.isAtRest {
            try ActionTable.delete(database, order.id)
        }
    }

    // MARK: Rules for server reports

    /// Whether a draft must not be shown, for now or at all.
    func isHeldBack(_ remote: RemoteMessage, account: AccountID) throws -> Bool {
        guard remote.keywords.contains(.draft) else { return false }
        return try isBeingDeleted(remote, account: account) || isInDoubt(remote, account: account)
    }

    /// Whether it is still unknown if a draft on the server is ours. Until a save is answered, a draft with its
    /// Message-ID may be ours, or what another program saved over it. The sender compares the text and decides.
    private func isInDoubt(_ remote: RemoteMessage, account: AccountID) throws -> Bool {
        guard let header = remote.messageIDHeader,
            try !MessageTable.isHere(database, account: account, remoteID: remote.id),
            let draft = try DraftTable.draft(database, account: account, messageIDHeader: header), draft.remoteID == nil
        else { return false }
        return try ActionTable.actions(database, about: .draft(draft.id))
            .contains { $0.command == .saveDraft && ($0.state == .sending || $0.state == .unknown) }
    }

    /// Whether the user has deleted a draft. An earlier change that is read late must not bring it back.
    private func isBeingDeleted(_ remote: RemoteMessage, account: AccountID) throws -> Bool {
        // By Message-ID as long as a save of it may have arrived. What is not ours is shown once that is known.
        let statement = try database.cachedStatement(
            sql: """
                SELECT 1 FROM action WHERE account = ?1 AND command = 'deleteDraft' AND (remoteID = ?2 \
                OR json_extract(detail, '$.message.messageIDHeader') = ?3 AND EXISTS (SELECT 1 FROM action AS save \
                WHERE save.draft = action.draft AND save.command = 'saveDraft' AND save.\(ActionTable.isUnanswered)))
                """)
        return try Int.fetchOne(
            statement, arguments: [account.rawValue, remote.id.rawValue, remote.messageIDHeader]) != nil
    }

    /// Whether the server reports an older save than the known one.
    func isOutdated(_ remote: RemoteMessage, _ old: Message) throws -> Bool {
        guard old.remoteID == remote.id, let told = remote.version, let known = old.version else { return false }
        return told < known
    }

    /// Whether what the user wrote is not on the server yet.
    func isBeingWritten(_ old: Message) throws -> Bool {
        guard old.isDraft else { return false }
        let isQueued = try ActionTable.actions(database, about: .draft(old.id))
            .contains { $0.command == .saveDraft && $0.isUnanswered }
        return try isQueued || DraftTable.isOnlyHere(database, old.id)
    }

    /// Whether to keep a draft that no longer exists on the server: its text is not there, or it may just have been sent.
    func keepsWriting(_ old: Message) throws -> Bool {
        guard old.isDraft else { return false }
        let open = try ActionTable.actions(database, about: .draft(old.id)).filter { $0.isUnanswered }
        if open.contains(where: { $0.command == .sendDraft && !$0.state.isAtRest }) {
            return true
        }
        guard try !open.isEmpty || DraftTable.isOnlyHere(database, old.id) else { return false }
        try touch(old.thread)
        var new = old
        new.remoteID = nil
        new.version = nil
        // No save of ours can have replaced it, so someone else's has: from now on, theirs and ours are two drafts.
        let isWaiting = open.allSatisfy { $0.state.isAtRest }
        if isWaiting, open.allSatisfy({ $0.attempts == 0 }) {
            new.messageIDHeader = old.messageIDHeader.map(Self.renewed)
        }
        try MessageTable.update(database, new, from: old)
        if isWaiting { try stopOrders(of: old.id) }
        return true
    }

    // MARK: Parts

    /// Returns a new Message-ID with the domain of another.
    static func renewed(_ header: String) -> String {
        "<\(UUID().uuidString.lowercased())"
            + (header.firstIndex(of: "@").map { String(header[$0...]) } ?? "@mail.invalid>")
    }

    /// Removes the second row of a draft, which is there if the server reported its new copy before it answered what made the copy.
    private func forgetTwin(of draft: Message, remoteID: RemoteID) throws {
        guard let twin = try MessageTable.find(database, account: draft.account, remoteID: remoteID),
            twin.id != draft.id
        else { return }
        try removeRow(twin)
        // A thread without messages must go at once: while it has the server's id, the draft's own thread cannot take it.
        try rewrite(twin.thread)
    }

    private func setVersion(_ version: Int?, ofDeleted id: MessageID, remoteID: RemoteID) throws {
        for action in try ActionTable.actions(database, about: .draft(id)) where action.command == .deleteDraft {
            guard var kept = KeptDraft(jsonText: action.detail) else { continue }
            kept.message.version = version
            kept.message.remoteID = remoteID
            try database.execute(
                sql: "UPDATE action SET detail = ? WHERE id = ?", arguments: [try kept.jsonText(), action.id.rawValue])
        }
    }
}
