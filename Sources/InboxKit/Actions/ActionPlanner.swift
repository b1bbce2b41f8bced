import Foundation
import InboxModel

/// Plans what a command does to the messages of a thread.
///
/// A command on a thread acts on all its messages except drafts. A move leaves sent messages where they are. A star goes to the
/// newest message; removing it clears all stars.
struct ActionPlanner {
    let account: Account
    /// The mailboxes of the account.
    let mailboxes: [Mailbox]
    /// The mailboxes of other accounts: messages shown there are on their way.
    let elsewhere: Set<MailboxID>
    /// When the newest mail arrived, by its server's clock, since ours may be wrong.
    let newest: Date?
    private let byRole: [MailboxRole: Set<MailboxID>]
    private let sent: Set<MailboxID>
    /// What archiving does if mail has labels.
    private let archiving: MessagePatch

    /// - Parameters:
    ///   - all: the mailboxes, including those of other accounts.
    ///   - newest: when the newest mail arrived; needed for waking only.
    init(account: Account, mailboxes all: [Mailbox], newest: Date? = nil) {
        let mailboxes = all.filter { $0.account == account.id }
        (self.account, self.newest) = (account, newest)
        self.mailboxes = mailboxes
        elsewhere = Set(all.lazy.filter { $0.account != account.id }.map(\.id))
        var byRole: [MailboxRole: Set<MailboxID>] = [:]
        for mailbox in mailboxes { mailbox.role.map { _ = byRole[$0, default: []].insert(mailbox.id) } }
        func ids(_ roles: MailboxRole...) -> Set<MailboxID> {
            roles.reduce(into: []) { $0.formUnion(byRole[$1] ?? []) }
        }
        self.byRole = byRole
        sent = ids(.sent)
        archiving = MessagePatch(addMailboxes: ids(.all, .archive), removeMailboxes: ids(.inbox, .trash, .junk))
    }

    /// - Parameters:
    ///   - target: for moving and labelling.
    ///   - keyword: for marking.
    ///   - date: for snoozing, until when; for waking, the time at which mail wakes, or nil if it is not the time that wakes it.
    /// - Throws: `forbidden` if the rights in a mailbox do not allow one of the edits.
    func edits(
        _ command: Action.Command, target: MailboxID?, keyword: Keyword? = nil, date: Date? = nil,
        messages: [MarkedMessage]
    ) throws(ActionError) -> [Action.Edit] {
        guard !account.isReadOnly else { throw .readOnly }
        if command.placesMessages { try checkPlaces(of: messages) }
        var planned = try planned(command, target: target, keyword: keyword, date: date, messages: messages)
        if command.endsSnooze { planned = endingSnooze(planned, messages) }
        if mailboxes.contains(where: { $0.rights != .all }) { try check(planned, messages) }
        return planned
    }

    /// Checks the rights for edits. Keywords need the right in every mailbox that a message is in (RFC 8621 §2).
    private func check(_ edits: [Action.Edit], _ messages: [MarkedMessage]) throws(ActionError) {
        let places = Dictionary(messages.map { ($0.id, $0.marks.mailboxes) }, uniquingKeysWith: { first, _ in first })
        for edit in edits {
            let keywords = edit.patch.addKeywords.union(edit.patch.removeKeywords).filter(account.dialect.keeps)
            for mailbox in mailboxes where mailbox.rights != .all {
                var needed: MailboxRights = []
                let isThere = places[edit.message]?.contains(mailbox.id) == true
                if edit.patch.addMailboxes.contains(mailbox.id), !isThere { needed.insert(.addItems) }
                // To archive takes mail out of the inbox, whether or not it is there.
                if edit.patch.removeMailboxes.contains(mailbox.id), isThere { needed.insert(.removeItems) }
                if isThere {
                    if keywords.contains(.seen) { needed.insert(.setSeen) }
                    if keywords.contains(where: { $0 != .seen }) { needed.insert(.setKeywords) }
                }
                guard mailbox.rights.isSuperset(of: needed) else { throw .forbidden(mailbox: mailbox.name) }
            }
        }
    }

    private func planned(
        _ command: Action.Command, target: MailboxID?, keyword: Keyword?, date: Date?, messages: [MarkedMessage]
    ) throws(ActionError) -> [Action.Edit] {
        let sent = messages.filter { !$0.marks.keywords.contains(.draft) }
        switch command {
        case .shake: return edits(sent, MessagePatch(addKeywords: [.seen], removeKeywords: [.new]))
        case .unread: return edits(sent, MessagePatch(removeKeywords: [.seen]))
        case .star:
            if messages.contains(where: { $0.marks.keywords.contains(.flagged) }) { return [] }
            return edits((sent.isEmpty ? messages : sent).suffix(1), MessagePatch(addKeywords: [.flagged]))
        case .unstar: return edits(messages, MessagePatch(removeKeywords: [.flagged]))
        case .archive:
            // Filed mail stays where it is while other mail of the thread is archived from the inbox.
            let waiting = sent.filter { !$0.marks.mailboxes.isDisjoint(with: ids(.inbox)) }
            return try archive(waiting.isEmpty ? kept(sent) : waiting)
        case .trash: return try move(sent, to: try mailbox(.trash))
        case .junk:
            return marking(try move(kept(sent), to: try mailbox(.junk)), [.junk], removing: [.notJunk], messages)
        case .notJunk:
            let junk = sent.filter { !$0.marks.mailboxes.isDisjoint(with: ids(.junk)) }
            return marking(try move(junk, to: try mailbox(.inbox)), [.notJunk], removing: [.junk], messages)
        case .move:
            guard let mailbox = mailboxes.first(where: { $0.id == target }) else { throw .wrongMailbox }
            return try move(kept(sent), to: mailbox)
        case .copy: return try copy(sent, to: target)
        case .label: return edits(kept(sent), MessagePatch(addMailboxes: [try label(target)]))
        case .unlabel: return try unlabel(sent, try label(target))
        case .mark: return edits(messages, MessagePatch(addKeywords: [try own(keyword)]))
        case .unmark: return edits(messages, MessagePatch(removeKeywords: [try own(keyword)]))
        case .mute: return try mute(sent)
        case .unmute: return edits(sent, MessagePatch(removeKeywords: [.muted]))
        case .snooze:
            guard let date else { throw .incomplete }
            return try snooze(sent, until: date)
        case .wake:
            // A message that became a draft while it was snoozed is no longer snoozed, and stays where it is.
            let drafts = messages.filter { $0.marks.keywords.contains(.draft) }
            return endingSnooze(wake(sent, at: date), drafts)
        case .replyLater:
            // One mark per thread is enough, on the message to answer.
            if messages.contains(where: { $0.marks.keywords.contains(.replyLater) }) { return [] }
            return edits(moved(sent).suffix(1), MessagePatch(addKeywords: [.replyLater]))
        case .replied: return edits(messages, MessagePatch(removeKeywords: [.replyLater]))
        case .createMailbox, .renameMailbox, .deleteMailbox, .saveDraft, .sendDraft, .deleteDraft, .uploadFile,
            .bounce, .transfer, .unreadable:
            throw .incomplete
        }
    }

    /// Takes everything out of a mailbox that will be deleted: to the trash if a message would be in no other mailbox, otherwise
    /// only out of this one. The owner's own messages go too, and drafts stay.
    /// - Throws: `notEmpty` for drafts that are in no other mailbox; `forbidden` as `edits` does.
    func emptying(_ id: MailboxID, _ messages: [MarkedMessage]) throws(ActionError) -> [(
        Action.Command, [Action.Edit]
    )] {
        try checkPlaces(of: messages)
        let only = messages.filter { $0.marks.mailboxes == [id] }
        guard !only.contains(where: { $0.marks.keywords.contains(.draft) }) else { throw .notEmpty }
        let gone = MessagePatch(removeMailboxes: [id])
        let elsewhere = edits(messages.filter { $0.marks.mailboxes != [id] }, gone)
        var thrown: [Action.Edit] = []
        if !only.isEmpty {
            thrown = edits(only, MessagePatch(addMailboxes: [try mailbox(.trash).id], removeMailboxes: [id]))
        }
        if mailboxes.contains(where: { $0.rights != .all }) { try check(thrown + elsewhere, messages) }
        return [(.trash, thrown), (.unlabel, elsewhere)]
    }

    private func label(_ id: MailboxID?) throws(ActionError) -> MailboxID {
        guard account.hasLabels else { throw .noLabels }
        guard let mailbox = mailboxes.first(where: { $0.id == id }) else { throw .wrongMailbox }
        if let role = mailbox.role { throw .notLabel(role) }
        return mailbox.id
    }

    /// Archives messages that would be in no mailbox.
    private func unlabel(_ messages: [MarkedMessage], _ id: MailboxID) throws(ActionError) -> [Action.Edit] {
        let shown = Set(mailboxes.map(\.id))
        let last = messages.filter {
            account.dialect.keepsMailInMailboxes && $0.marks.mailboxes.intersection(shown) == [id]
        }
        if !last.isEmpty, archiving.addMailboxes.isEmpty { throw .noMailbox(.archive) }
        let archived = Set(last.map(\.id))
        return messages.flatMap { message in
            let new = archived.contains(message.id) ? archiving.addMailboxes : []
            return edits([message], MessagePatch(addMailboxes: new, removeMailboxes: [id]))
        }
    }

    /// Returns a keyword that the user may set: drafts are made by writing, not by marking.
    private func own(_ keyword: Keyword?) throws(ActionError) -> Keyword {
        guard let keyword, keyword != .draft else { throw .incomplete }
        guard keyword.isValid else { throw .badKeyword }
        return keyword
    }

    /// Marks every message, and archives those in the inbox.
    private func mute(_ messages: [MarkedMessage]) throws(ActionError) -> [Action.Edit] {
        let inbox = ids(.inbox)
        var patches: [MessageID: MessagePatch] = [:]
        for edit in try archive(messages.filter { !$0.marks.mailboxes.isDisjoint(with: inbox) }) {
            patches[edit.message] = edit.patch
        }
        return messages.compactMap { message in
            var patch = patches[message.id] ?? MessagePatch()
            patch.addKeywords = [.muted]
            return message.marks.isChanged(by: patch) ? Action.Edit(message: message.id, patch: patch) : nil
        }
    }

    func edits(_ messages: some Sequence<MarkedMessage>, _ patch: MessagePatch) -> [Action.Edit] {
        messages.compactMap { message in
            message.marks.isChanged(by: patch) ? Action.Edit(message: message.id, patch: patch) : nil
        }
    }

    private func mailbox(_ role: MailboxRole) throws(ActionError) -> Mailbox {
        guard let mailbox = mailboxes.first(where: { $0.role == role }) else { throw .noMailbox(role) }
        return mailbox
    }

    func ids(_ roles: MailboxRole...) -> Set<MailboxID> {
        roles.reduce(into: []) { $0.formUnion(byRole[$1] ?? []) }
    }

    func archive(_ messages: [MarkedMessage]) throws(ActionError) -> [Action.Edit] {
        guard account.hasLabels else { return try move(received(messages), to: try mailbox(.archive)) }
        if account.dialect.keepsMailInMailboxes, archiving.addMailboxes.isEmpty { throw .noMailbox(.archive) }
        return edits(received(messages), archiving)
    }

    private func move(_ messages: [MarkedMessage], to target: Mailbox) throws(ActionError) -> [Action.Edit] {
        moved(messages).compactMap { message in
            var gone = message.marks.mailboxes
            if account.hasLabels { gone.formIntersection(left(by: gone, to: target)) }
            let patch = MessagePatch(addMailboxes: [target.id], removeMailboxes: gone.subtracting([target.id]))
            return message.marks.isChanged(by: patch) ? Action.Edit(message: message.id, patch: patch) : nil
        }
    }

    /// Leaves out trash and junk, which stay when the rest of their thread moves, unless all are.
    private func kept(_ messages: [MarkedMessage]) -> [MarkedMessage] {
        let gone = ids(.trash, .junk)
        let kept = messages.filter { message in
            let places = shown(message.marks.mailboxes)
            return places.isEmpty || !places.isSubset(of: gone)
        }
        return kept.isEmpty ? messages : kept
    }

    /// Leaves out messages that the owner sent, which stay when their thread moves, unless all are.
    func moved(_ messages: [MarkedMessage]) -> [MarkedMessage] {
        let received = received(messages)
        return received.isEmpty ? messages : received
    }

    /// Returns those of a message's mailboxes that a move leaves. Over JMAP and IMAP, a message in only one mailbox is in a folder, as
    /// users see it, and a deleted message is in the trash only.
    private func left(by places: Set<MailboxID>, to target: Mailbox) -> Set<MailboxID> {
        let shown = self.shown(places)
        if account.dialect.keepsMailInMailboxes, shown.count == 1 || target.role == .trash { return shown }
        let leaves = target.role == .trash || target.role == .junk
        return leaves ? ids(.inbox, .all, .trash, .junk) : ids(.inbox, .trash, .junk)
    }

    /// Leaves out a mailbox that the user has deleted and the server still has.
    private func shown(_ places: Set<MailboxID>) -> Set<MailboxID> { places.intersection(mailboxes.map(\.id)) }

    /// All messages except those that the owner sent.
    func received(_ messages: [MarkedMessage]) -> [MarkedMessage] {
        messages.filter { $0.marks.mailboxes.isDisjoint(with: sent) }
    }
}
