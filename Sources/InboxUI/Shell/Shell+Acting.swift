import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Acting on mail, undo and redo: deeds are queued in the store, announced, and counted.
extension Shell {
    func act(
        _ command: Action.Command, on parts: [DeedPart], until date: Date?,
        notDone: @escaping @UI @Sendable (NotDone) -> Void
    ) {
        let parts = parts.filter { !$0.threads.isEmpty || !$0.messages.isEmpty }
        guard !parts.isEmpty else { return }
        let order = Order(command, on: parts)
        let time = date.map { ", until " + RowDate.coming($0, clock: clock) } ?? ""
        let words: @Sendable (Deed) -> String = { deed in
            Wording.done(deed) + (([deed] + deed.others).contains { $0.command == .snooze } ? time : "")
        }
        let nothing = order.commands.count > 1 ? Wording.nothingInSeries : Wording.nothing(command)
        perform(order, saying: words, otherwise: nothing, notDone: notDone) { session async throws(SessionError) in
            try await session.perform(command, on: parts, date: date)
        }
    }

    func act(
        saying words: @escaping @Sendable (Deed) -> String, otherwise: String?,
        _ work: @escaping @Sendable (MailSession) async throws(SessionError) -> Deed?
    ) { perform(saying: words, of: .mark, otherwise: otherwise, work) }

    func markRead(_ messages: [MessageID]) {
        guard !messages.isEmpty else { return }
        let session = session
        let before = unsent.noteUnasked(at: .now)
        jobs.add { [weak self] in
            // A failure is not announced: the user did not ask for this.
            guard let deed = try? await session.perform(.shake, onMessages: messages) else {
                self?.noteDeed(-1, before: before)
                return
            }
            self?.count(deed.command, deed.threadCount)
            // The toast offers undo only where it takes back this deed: a message that counts down, or a later step, goes first.
            let undo = self?.unsent.next == nil
            self?.say(Wording.done(deed), kind: .done, undo: undo, series: Wording.series(deed), deed: deed)
        }
    }

    func discard(_ draft: MessageID) {
        perform { session async throws(SessionError) in try await session.discardDraft(draft) }
    }

    func undo() {
        if isReopening || takeBackStep() || takeBackUnsent() { return }
        noteDeed(-1)
        let before = recalls
        change(
            "Nothing to undo.", Wording.undone, counts: -1, isMeant: { [weak self] in self?.recalls == before },
            { session async throws(SessionError) in try await session.undo() },
            nothingDone: { [weak self] in self?.noteDeed(1) })
    }

    func redo() {
        noteDeed(1)
        change(
            "Nothing to redo.", Wording.redone,
            { session async throws(SessionError) in try await session.redo() },
            nothingDone: { [weak self] in self?.noteDeed(-1) })
    }

    private typealias Change = @Sendable (MailSession) async throws(SessionError) -> Deed?

    /// - Parameters:
    ///   - order: what to do; it is named when the store does not keep it.
    ///   - command: the command, where there is no order.
    private func perform(
        _ order: Order? = nil, saying words: @escaping @Sendable (Deed) -> String = Wording.done,
        of command: Action.Command? = nil, otherwise: String? = nil,
        notDone: @escaping @UI @Sendable (NotDone) -> Void = { _ in }, _ work: @escaping Change
    ) {
        // What was done last is undone first.
        noteDeed(1)
        let begun = unprovenAct
        unprovenAct = nil
        change(nil, words, order: order, of: command, otherwise: otherwise, work, notDone: notDone) { [weak self] in
            self?.noteDeed(-1)
            guard let begun, self?.lastAct == begun.now else { return }
            self?.lastAct = begun.before
            self?.unprovenAct = nil
        }
    }

    /// - Parameters:
    ///   - nothing: what undo or redo says when there was nothing to do; nil for any other deed.
    ///   - otherwise: what another deed says then; nil says nothing.
    ///   - counts: 1 where the deed adds to today's tally, -1 where it is taken off.
    ///   - isMeant: called when the job's turn comes: whether earlier jobs left things as the user saw them.
    private func change(
        _ nothing: String?, _ words: @escaping @Sendable (Deed) -> String, order: Order? = nil,
        of command: Action.Command? = nil, otherwise: String? = nil, counts: Int = 1,
        isMeant: @escaping @UI @Sendable () -> Bool = { true }, _ work: @escaping Change,
        notDone: @escaping @UI @Sendable (NotDone) -> Void = { _ in },
        nothingDone: @escaping @UI @Sendable () -> Void
    ) {
        let session = session
        let step = counts < 0 ? "undo" : "redo"
        let told: @UI () -> String = { [weak self] in
            order.flatMap { self?.words($0) } ?? (nothing == nil ? "the last change" : step)
        }
        jobs.add(as: told) { [weak self] in
            guard isMeant() else { return nothingDone() }
            do throws(SessionError) {
                if let deed = try await work(session) {
                    if let recall = deed.recall {
                        self?.takenBack(deed, recall)
                        return
                    }
                    for step in [deed] + deed.others { self?.count(step.command, counts * step.threadCount) }
                    // An undo or redo that found nothing to change can't be reversed.
                    let isEmpty = nothing != nil && Wording.isUnchanged(deed)
                    let context = self?.flows.screens.last?.keyContext ?? .list
                    let rest = counts > 0 ? self?.stillLeaves(deed.putAway, in: context) : nil
                    self?.say(
                        words(deed) + (rest.map { "; \($0)" } ?? ""), kind: .done, undo: !isEmpty,
                        series: nothing == nil && rest == nil ? Wording.series(deed, words) : nil, deed: deed,
                        turn: counts < 0 ? .redo : .undo)
                    if nothing != nil { self?.tellScreens(deed) }
                } else {
                    nothingDone()
                    notDone(.needless)
                    if let nothing = nothing ?? otherwise { self?.say(nothing, kind: .info) }
                }
            } catch {
                nothingDone()
                notDone(.refused)
                self?.sayNotDone(order, error)
            }
        }
        for screen in flows.screens { screen.deedBegan(order?.command ?? command, on: order?.parts ?? []) }
    }
}
