import Foundation
package import InboxModel
import InboxStore

/// Undo and redo.
extension MailSession {
    /// Undoes the last deed that was not undone yet; the result has the threads that changed.
    public func undo() async throws(SessionError) -> Deed? { try await step(undoing: true) }

    /// Redoes the deed that was undone last.
    public func redo() async throws(SessionError) -> Deed? { try await step(undoing: false) }

    /// The deed that `undo` (or `redo`) would be about, as it was done; nil if there is none. Later changes may leave less to do.
    public func nextDeed(undoing: Bool) throws(SessionError) -> Deed? {
        let origin = origin
        return try reading { reader in
            let steps = try reader.nextDeed(undoing: undoing, by: origin)
            // A draft whose version is gone is still what the user discarded.
            let drafts = steps.filter { $0.command == .deleteDraft }
            return Deed.discarding(
                drafts, of: try Self.threads(of: drafts, reader),
                with: try Self.next(steps.filter { $0.command != .deleteDraft }, reader))
        }
    }

    /// How many deeds undo takes back before a message that was sent on a screen; nil if sending it is a deed of its own, or if the store
    /// can't be read.
    package func deedsSince(sending id: ActionID) -> Int? {
        try? reading { try $0.deedsSince(sending: id) }
    }

    /// What undo and redo are about now; nil if the store can't be read.
    package func deedMark() -> DeedMark? {
        let origin = origin
        return try? reading { try $0.deedMark(of: origin) }
    }

    private static func next(_ steps: [Action], _ reader: StoreReader) throws -> Deed? {
        let parts = steps.filter { $0.command != .createMailbox }
        guard let first = parts.first ?? steps.first else { return nil }
        let messages = parts.flatMap(\.edits).map(\.message)
        let known = try reader.threads(of: messages)
        if let series = try series(of: parts, undone: false, known, reader) { return series }
        let threads = messages.compactMap { known[$0] }.uniqued
        return Deed(
            command: first.command, title: parts.count > 1 ? try title(of: threads, reader) : first.title,
            threads: threads, messages: messages.filter { known[$0] != nil },
            target: try target(of: parts, undone: false, reader: reader), tag: tag(of: parts),
            renamedTag: renamedTag(of: parts))
    }

    /// The threads of those drafts that are there.
    private static func threads(of drafts: [Action], _ reader: StoreReader) throws -> [ThreadID] {
        try drafts.compactMap(\.draft).compactMap { try reader.message($0)?.thread }
    }

    private func step(undoing: Bool) async throws(SessionError) -> Deed? {
        try await act { [origin] transaction in
            // A step that changes nothing any more is still part of what the user did.
            let meant = try transaction.reader.nextDeed(undoing: undoing, by: origin)
            // Drafts are there either before or after.
            let discarded = try Self.threads(of: meant, transaction.reader)
            let done = try transaction.step(undoing: undoing, by: origin, now: Date())
            let drafts = done.filter { $0.draft != nil }
            let restored = try Self.threads(of: drafts, transaction.reader)
            let rest = try Self.stepped(
                done.filter { $0.draft == nil }, of: meant.filter { $0.command != .deleteDraft }, undoing: undoing,
                transaction)
            return Deed.discarding(undoing ? drafts.reversed() : drafts, of: discarded + restored, with: rest)
        }
    }

    /// Describes the steps of a deed that were undone or redone.
    /// - Parameter meant: the steps as they were first done.
    private static func stepped(
        _ done: [Action], of meant: [Action], undoing: Bool, _ transaction: StoreTransaction
    ) throws -> Deed? {
        let parts = done.filter { $0.object == nil }
        guard let first = parts.first(where: { !$0.edits.isEmpty }) ?? parts.first ?? done.first else { return nil }
        let reader = try transaction.reader
        if first.command.sends {
            var deed = Deed(command: first.command, title: first.title, threads: [])
            deed.draft = try reader.action(first.id)?.draft
            deed.recall = try recall(first, transaction)
            return deed
        }
        let messages = done.flatMap(\.edits).map(\.message)
        let known = try reader.threads(of: messages)
        let threads = messages.compactMap { known[$0] }.uniqued
        let mailboxes = done.filter { $0.command == .createMailbox }.map(\.title)
        let renamed = renamedTag(of: meant)
        // Describe the series in the order in which it was done.
        let inOrder = undoing ? parts.reversed() : parts
        if renamed == nil, var series = try series(of: inOrder, undone: undoing, known, reader) {
            series.mailboxes = mailboxes
            return series
        }
        // Each account has its own part of a deed.
        return Deed(
            command: first.command, title: parts.count > 1 ? try title(of: threads, reader) : first.title,
            threads: threads, messages: messages.filter { known[$0] != nil }, mailboxes: mailboxes,
            // Undoing a transfer ends in the account that the mail came from, so no other one is named.
            to: undoing ? nil : first.transfer?.to,
            target: try target(of: done, undone: undoing, reader: reader), tag: tag(of: parts), renamedTag: renamed)
    }

    /// Describes what a series of commands did, step by step; nil if it was a single thing.
    /// - Parameter threads: those of the messages that the actions changed.
    private static func series(
        of actions: [Action], undone: Bool, _ threads: [MessageID: ThreadID], _ reader: StoreReader
    ) throws -> Deed? {
        let actions = actions.filter { !$0.edits.isEmpty }
        guard Set(actions.map(\.command)).count > 1 || actions.count > Set(actions.map(\.account)).count,
            renamedTag(of: actions) == nil
        else { return nil }
        let deeds = try actions.map { action in
            let changed = action.edits.map(\.message)
            return Deed(
                command: action.command, title: action.title, threads: changed.compactMap { threads[$0] }.uniqued,
                messages: changed, target: try target(of: [action], undone: undone, reader: reader), tag: action.tag)
        }
        let steps = try Deed.inTurn(deeds).map { try joined($0, reader) }
        return steps.count > 1 ? try Deed.series(steps) { try title(of: $0, reader) } : nil
    }

    /// Takes back a send, if nothing of it can have left.
    /// - Throws: `ActionError.beingSent`, or `.beingHandedOver`, while it is on its way: a moment later it is known whether the
    ///   server holds it.
    private static func recall(_ step: Action, _ transaction: StoreTransaction) throws -> Deed.Recall {
        // If nothing waits under that id, the message has left; any other action under that id is a different deed.
        guard let action = try transaction.reader.action(step.id), action.account == step.account,
            action.command == step.command || action.state == .unreadable
        else { return .isTooLate }
        let isHeld = action.mayBeHeldByServer
        if action.mayHaveBeenSent || action.state == .unknown && !isHeld { return .isTooLate }
        do { try takeOut(step.id, transaction) } catch let error as ActionError {
            guard error != .beingSent, error != .beingHandedOver else { throw error }
            return .isTooLate
        }
        return isHeld ? .isAskedBack : .stays
    }

    private static func tag(of actions: [Action]) -> Keyword? {
        let tags = Set(actions.map(\.tag))
        return tags.count == 1 ? tags.first ?? nil : nil
    }

    /// The replacement that `replaceTag` made, in any number of accounts.
    private static func renamedTag(of actions: [Action]) -> Deed.RenamedTag? {
        let put = actions.filter { $0.command == .mark }
        let taken = actions.filter { $0.command == .unmark }
        guard put.count + taken.count == actions.count, let new = tag(of: put), let old = tag(of: taken) else {
            return nil
        }
        return Deed.RenamedTag(old: old, new: new)
    }

    /// The mailbox that all of the actions move to, or the label that they add or remove.
    private static func target(of actions: [Action], undone: Bool, reader: StoreReader) throws -> Mailbox? {
        let places = actions.flatMap { action -> [Set<MailboxID>] in
            switch action.command {
            case .move, .label, .transfer:
                action.edits.map { undone ? $0.patch.removeMailboxes : $0.patch.addMailboxes }
            case .unlabel: action.edits.map { undone ? $0.patch.addMailboxes : $0.patch.removeMailboxes }
            case .copy: [Set([action.transfer?.mailbox].compactMap(\.self))]
            default: []
            }
        }
        // Edits that change no mailbox, because the mail was there already, say nothing.
        let telling = places.filter { !$0.isEmpty }
        let common = telling.dropFirst().reduce(telling.first ?? []) { $0.intersection($1) }
        return common.count == 1 ? try reader.mailboxesWithLeaving().first { common.contains($0.id) } : nil
    }
}
