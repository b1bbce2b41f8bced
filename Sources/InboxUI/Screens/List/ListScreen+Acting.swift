import InboxKit
import InboxModel
import TerminalUI

/// Actions on the selected threads.
extension ListScreen {
    /// Performs an action on the marked rows or the selected one. Rows disappear only by the provider's changes.
    func act(_ command: Action.Command, target: MailboxID? = nil) {
        let targets = targets
        guard !targets.isEmpty else { return }
        around.lastAct = LastAct(
            command, target: target, of: targetThreads.first?.account, onMessages: isFlat)
        unmarkAll()
        letGo(targets, by: command)
        around.act(command, on: MailTargets(targets), target: target)
    }

    /// Moves the selected mail to the trash. Threads that consist only of drafts are discarded instead, as the trash takes no drafts; both
    /// are one deed.
    func trash() {
        let targets = targets
        let drafts = Set(zip(targets, targetThreads).lazy.filter { $1.messageCount == 0 }.map { $0.0 })
        guard !drafts.isEmpty else { return act(.trash) }
        let others = targets.filter { !drafts.contains($0) }
        around.lastAct = LastAct(.trash, onMessages: isFlat)
        letGo(targets, by: .trash)
        unmarkAll()
        var parts = [MailTargets(targets.filter(drafts.contains)).part(.deleteDraft)]
        if !others.isEmpty { parts.append(MailTargets(others).part(.trash)) }
        around.act(.trash, on: parts)
    }

    /// Marks rows as read and moves to the next; a row that is read already is only passed. A selection of such rows just ends, which the
    /// user is told.
    func shake(_ targets: [RowID]) {
        let isDone = targets.contains(where: isMarked) && !targetThreads.contains(where: \.isUnread)
        act(.shake, on: targets, goingOn: shakeStep)
        if isDone { around.say("Already read.", kind: .info) }
    }

    private var shakeStep: Int { around.settings.afterAction == .previous ? -1 : 1 }

    /// Performs an action, and moves on from the row at the cursor. If the action is refused, the cursor returns, unless it has moved on
    /// since. Other selected rows stay selected.
    func act(_ command: Action.Command, on targets: [RowID], goingOn step: Int) {
        guard !targets.isEmpty else { return }
        around.lastAct = LastAct(command, onMessages: isFlat)
        let isOne = !targets.contains(where: isMarked)
        if !isOne { unmarkAll() }
        letGo(targets, by: command)
        guard isOne, let row = targets.first, row == rows.selection else {
            return around.act(command, on: MailTargets(targets), target: nil)
        }
        around.act(command, on: MailTargets(targets), notDone: goOn(from: row, by: step))
    }

    /// - Returns: A function that returns the cursor to the row where the action was refused, unless the cursor has moved on since. From a
    ///   row on which there was nothing to do, the user goes on.
    private func goOn(from row: RowID, by step: Int) -> @UI @Sendable (NotDone) -> Void {
        rows.move(by: step)
        extendWindow()
        let next = rows.selection
        return { [weak self] reason in
            if let self, reason == .refused, self.rows.selection == next { self.rows.select(row) }
        }
    }

    /// Performs a user-defined series on the marked rows or the selected one, as one action.
    /// - Returns: The command that decides where the selection goes; nil if nothing is done.
    @discardableResult
    func act(series name: String) -> Action.Command? {
        let entries = targetEntries
        guard let order = around.order(of: name, on: entries) else { return nil }
        let targets = entries.map(\.id)
        let isOne = !targets.contains(where: isMarked)
        unmarkAll()
        letGo(targets, by: order.leading)
        if order.leading == .shake, isOne, let row = targets.first, row == rows.selection {
            around.act(order, notDone: goOn(from: row, by: shakeStep))
        } else {
            around.act(order)
        }
        return order.leading
    }

    func again() {
        guard let last = around.lastAct else { return around.say("Nothing was done yet.", kind: .info) }
        again(last)
    }

    func again(_ last: LastAct) {
        if let series = last.series {
            act(series: series)
            return
        }
        guard last.isMeant(for: targetThreads) else {
            return last.isLabelling ? chooseLabel() : pickMailbox(toCopy: last.command == .copy)
        }
        switch last.command {
        case .shake: shake(targets)
        case .trash: trash()
        case .snooze, .wake: snooze(targets, until: last.date)
        case .mark, .unmark:
            guard let tag = last.tag else { return }
            let places = TagPlaces(targetThreads, accounts.items)
            guard !places.threads.isEmpty else { return around.say(places.refusal, kind: .warning) }
            around.tag(
                MailTargets(targets).only(places.areKept), last.command, tag, in: last.tagged, leaving: places.rest)
            unmarkAll()
        default:
            guard !last.targets.isEmpty else { return act(last.command, target: last.target) }
            act(last.command, on: targets, targetThreads, last.targets)
        }
    }

    /// Performs an action on threads of several accounts, each with its account's own target.
    private func act(
        _ command: Action.Command, on targets: [RowID], _ threads: [MailThread], _ places: [AccountID: MailboxID]
    ) {
        guard !targets.isEmpty else { return }
        let act = LastAct(command, onMessages: isFlat, targets: places)
        around.lastAct = act
        unmarkAll()
        letGo(targets, by: command)
        around.act(command, on: act.parts(on: zip(targets, threads).map { ListEntry(id: $0, thread: $1) }))
    }

    func chooseLabel() {
        around.chooseLabel(for: targetThreads, MailTargets(targets)) { [weak self] in self?.unmarkAll() }
    }

    var areAllStarred: Bool {
        targetThreads.allSatisfy(\.isStarred)
    }

    /// Asks for a target mailbox. Threads of several accounts can go to a mailbox that all accounts have, each to its account's own, or all
    /// to a single mailbox; those of that account are then moved within it.
    func pickMailbox(toCopy: Bool = false) {
        let (targets, threads) = (targets, targetThreads)
        let accounts = Set(threads.map(\.account))
        guard !accounts.isEmpty else { return }
        let command: Action.Command = toCopy ? .copy : .move
        let title = targets.count == 1 ? nil : "\(toCopy ? "Copy" : "Move") \(MailTargets(targets).words) to"
        around.pickMailbox(
            for: accounts, in: threads.map(\.mailboxes), toCopy: toCopy, title: title
        ) { [weak self] mailbox in
            guard let self else { return }
            self.around.lastAct = LastAct(
                command, target: mailbox, of: accounts.count == 1 ? accounts.first : nil, onMessages: self.isFlat)
            // The target may have to be created first; a selection made meanwhile stays.
            if Set(self.targets).isSubset(of: targets) { self.unmarkAll() }
            self.around.act(command, on: MailTargets(targets), target: mailbox)
        } each: { [weak self] places in
            self?.act(command, on: targets, threads, places)
        }
    }
}
