import Foundation
import Glibc
import InboxKit
import InboxModel
import Programs
import TerminalUI

extension Shell: Surroundings {
    func keyName(of command: Command, in context: KeyContext) -> String? {
        if let known = keyNames[context]?[command] { return known }
        let name = keys.name(of: command, in: context)
        keyNames[context, default: [:]].updateValue(name, forKey: command)
        return name
    }

    func quit() { application?.quit() }

    func keep(_ value: String?, for key: String) {
        jobs.add { [weak self, session] in
            guard self?.storeTakesNothing != true else { return }
            let isKept = await session.setSetting(value, key: key)
            if !isKept, self?.isEnding == true { self?.storeTakesNothing = true }
        }
    }

    func setNeedsDraw() { application?.setNeedsDraw() }

    func push(_ screen: any Screen) {
        flows.push(screen)
        setNeedsDraw()
    }

    func pop() {
        flows.pop()
        screensChanged()
    }

    func close(_ screen: any Screen) {
        flows.close(screen)
        screensChanged()
    }

    func switchFlow(_ key: FlowKey) {
        // What was pressed was meant for the screens that go.
        heldEvents = []
        flows.switchFlow(key)
        screensChanged()
    }

    private func screensChanged() {
        errands.stop(without: flows.screens)
        lateAnswers.look()
        setNeedsDraw()
    }

    func pushWhenFree(_ screen: any Screen) -> Bool {
        lateAnswers.show(when: { [weak self] in self?.isFree ?? false }) { [weak self] in self?.push(screen) }
    }

    private func tellScreens(_ deed: Deed) {
        for screen in flows.screens { screen.wentBack(deed, isInFront: screen === flows.screens.last) }
    }

    /// Whether what opens now covers no question and takes no letters that are typed, or were.
    private var isFree: Bool {
        heldEvents.isEmpty && flows.screens.last.map { !$0.takesText && !$0.isOverlay } ?? true
    }

    /// What a screen asked for comes when it is in front, and no text is typed on it that was not when it was asked for.
    func answer(_ errand: Errand, _ tookText: Bool, _ done: @escaping @UI () -> Void) {
        guard errand.endsWithScreen, let screen = errand.screen else { return done() }
        lateAnswers.show { [weak self, weak screen] in
            guard let self, let screen else { return false }
            return flows.screens.contains { $0 === screen }
        } when: { [weak self, weak screen] in
            guard let self, heldEvents.isEmpty, let front = flows.screens.last else { return false }
            return front === screen && (tookText || !front.takesText)
        } _: {
            done()
        }
    }

    func say(_ text: String, kind: ToastKind, undo: Bool) { say(text, kind: kind, undo: undo, series: nil) }

    /// What the queue has to tell.
    func hear(_ notice: Notice) {
        let sentence = Wording.sentence(notice, clock)
        if case .refused(let action, _) = notice { toasts.refused(action) }
        if case .sent(let action, _) = notice { return tellSent(action, sentence) }
        say(sentence, kind: notice.isTrouble ? .failure : .done, undo: false)
    }

    /// - Parameters:
    ///   - series: names what was done, to be counted when it is done again and again.
    ///   - deed: what was done, or taken back.
    ///   - turn: what turns it back: undo, or for what was taken back redo.
    private func say(
        _ text: String, kind: ToastKind, undo: Bool, series: String?, deed: Deed? = nil, turn: Command = .undo
    ) {
        note(text, isTrouble: kind == .warning || kind == .failure)
        if kind == .failure { untold.append(text) }
        toasts.say(
            text, kind: kind, series: series, command: undo ? turn : nil, label: turn.rawValue, deed: deed,
            glyphs: glyphs, seconds: settings.toastSeconds, at: .now)
        setNeedsDraw()
    }

    func act(_ command: Action.Command, on threads: [ThreadID], target: MailboxID?) {
        act(command, on: threads, target: target, refused: {})
    }

    func act(
        _ command: Action.Command, on threads: [ThreadID], target: MailboxID?,
        refused: @escaping @UI @Sendable () -> Void
    ) {
        guard !threads.isEmpty else { return }
        let order = Order(command, on: [DeedPart(threads: threads)])
        perform(order, otherwise: Wording.nothing(command), refused: refused) { session async throws(SessionError) in
            try await session.perform(command, on: threads, target: target)
        }
    }

    func act(_ command: Action.Command, on parts: [DeedPart]) {
        guard !parts.isEmpty else { return }
        perform(Order(command, on: parts), otherwise: Wording.nothing(command)) {
            session async throws(SessionError) in
            try await session.perform(command, on: parts)
        }
    }

    func act(_ command: Action.Command, onMessages messages: [MessageID], target: MailboxID?) {
        act(command, onMessages: messages, target: target, refused: {})
    }

    func act(
        _ command: Action.Command, onMessages messages: [MessageID], target: MailboxID?,
        refused: @escaping @UI @Sendable () -> Void
    ) {
        guard !messages.isEmpty else { return }
        let order = Order(command, on: [DeedPart(messages: messages)])
        perform(order, otherwise: Wording.nothing(command), refused: refused) { session async throws(SessionError) in
            try await session.perform(command, onMessages: messages, target: target)
        }
    }

    func act(
        saying words: @escaping @Sendable (Deed) -> String,
        _ work: @escaping @Sendable (MailSession) async throws(SessionError) -> Deed?
    ) { perform(saying: words, work) }

    func markRead(_ messages: [MessageID]) {
        guard !messages.isEmpty else { return }
        let session = session
        noteDeed(1, isAsked: false)
        jobs.add { [weak self] in
            // Where it may not be marked, nothing is said: nobody asked for it.
            guard let deed = try? await session.perform(.shake, onMessages: messages) else {
                self?.noteDeed(-1, isAsked: false)
                return
            }
            self?.count(deed.command, deed.threadCount)
            // Undo is said of what it does: a message that counts down goes first.
            let undo = self?.unsent.next(at: .now) == nil
            self?.say(Wording.done(deed), kind: .done, undo: undo, series: Wording.series(deed), deed: deed)
        }
    }

    func snooze(_ threads: [ThreadID], until date: Date?) {
        guard !threads.isEmpty else { return }
        snooze(DeedPart(threads: threads), until: date) { session, command, time async throws(SessionError) in
            try await session.perform(command, on: threads, date: time)
        }
    }

    func snooze(messages: [MessageID], until date: Date?) {
        guard !messages.isEmpty else { return }
        snooze(DeedPart(messages: messages), until: date) { session, command, time async throws(SessionError) in
            try await session.perform(command, onMessages: messages, date: time)
        }
    }

    private func snooze(
        _ part: DeedPart, until date: Date?,
        _ work: @escaping @Sendable (MailSession, Action.Command, Date) async throws(SessionError) -> Deed?
    ) {
        let (command, time): (Action.Command, Date) = date.map { (.snooze, $0) } ?? (.wake, clock.now())
        let words = date.map { ", until " + RowDate.coming($0, clock: clock) } ?? ""
        let nothing = date == nil ? "Nothing here is snoozed." : "Nothing here can be snoozed."
        let order = Order(command, on: [part])
        perform(order, saying: { Wording.done($0) + words }, otherwise: nothing) { session async throws(SessionError) in
            try await work(session, command, time)
        }
    }

    var doneToday: String { tally.words(on: today) }

    private var today: LocalDate { clock.today }

    /// Counts what was done among today's. It is kept a moment later, and at the end: a write for every key would be too much for
    /// a number.
    func count(_ command: Action.Command, _ count: Int) {
        guard tally.add(command, count, on: today) else { return }
        hasCounted = true
        guard keepingTally == nil, !isEnding else { return }
        keepingTally = Task { [weak self, pause] in
            await pause(Self.tallyPause)
            guard !Task.isCancelled, let self else { return }
            self.keepingTally = nil
            self.hasCounted = false
            self.keep(self.tally.text, for: DayTally.key)
        }
    }

    /// What a crash may lose of the number.
    private static let tallyPause = Duration.seconds(1)

    func discard(_ draft: MessageID) {
        perform { session async throws(SessionError) in try await session.discardDraft(draft) }
    }

    func copy(_ text: String) -> Bool { application?.display.copy(text) ?? false }

    func run(_ job: @escaping @UI @Sendable () async -> Void) { jobs.add(job) }

    func start(_ errand: Errand) { errands.start(errand) }
    var lastingErrands: [LastingErrand] { errands.lasting }
    func stopErrand(_ id: Int) -> String? { errands.stop(id) }

    func runProgram(_ arguments: [String]) async throws(ProgramError) -> Int {
        guard let application else { throw ProgramError(program: arguments.first ?? "", code: ENOTTY) }
        return try await application.runProgram(arguments)
    }

    func lendTerminal(_ work: @UI (String?) async -> Void) async {
        guard let application else { return await work(nil) }
        await application.lendTerminal { await work(ttyname(STDIN_FILENO).map { String(cString: $0) }) }
    }

    var sealMemory: SealMemory? { settings.openpgp == .off ? nil : seals }

    func undo() {
        if isReopening || takeBackUnsent() { return }
        noteDeed(-1)
        change(
            "Nothing to take back.", Wording.undone, counts: -1,
            { session async throws(SessionError) in try await session.undo() },
            nothingDone: { [weak self] in self?.noteDeed(1) })
    }

    func redo() {
        noteDeed(1)
        change(
            "Nothing to do again.", Wording.redone,
            { session async throws(SessionError) in try await session.redo() },
            nothingDone: { [weak self] in self?.noteDeed(-1) })
    }

    private typealias Change = @Sendable (MailSession) async throws(SessionError) -> Deed?

    /// - Parameter order: what is to be done, which is told where the store does not keep it.
    private func perform(
        _ order: Order? = nil, saying words: @escaping @Sendable (Deed) -> String = Wording.done,
        otherwise: String? = nil,
        refused: @escaping @UI @Sendable () -> Void = {}, _ work: @escaping Change
    ) {
        // What is done last is undone first.
        noteDeed(1)
        let begun = unprovenAct
        unprovenAct = nil
        change(nil, words, order: order, otherwise: otherwise, work, refused: refused) { [weak self] in
            self?.noteDeed(-1)
            guard let begun, self?.lastAct == begun.now else { return }
            self?.lastAct = begun.before
            self?.unprovenAct = nil
        }
    }

    /// - Parameters:
    ///   - nothing: what a step back or forth says when there was nothing to do; nil for what is no such step.
    ///   - otherwise: what that says then; nil says nothing.
    ///   - counts: 1 where the deed is one of today's, -1 where it is so no longer.
    private func change(
        _ nothing: String?, _ words: @escaping @Sendable (Deed) -> String, order: Order? = nil,
        otherwise: String? = nil,
        counts: Int = 1, _ work: @escaping Change, refused: @escaping @UI @Sendable () -> Void = {},
        nothingDone: @escaping @UI @Sendable () -> Void = {}
    ) {
        let session = session
        let step = counts < 0 ? "undo" : "redo"
        let told: @UI () -> String = { [weak self] in
            order.flatMap { self?.words($0) } ?? (nothing == nil ? "the last change" : step)
        }
        jobs.add(as: told) { [weak self] in
            do throws(SessionError) {
                if let deed = try await work(session) {
                    self?.count(deed.command, counts * deed.threadCount)
                    // A step that found nothing to change has nothing to turn back.
                    let isEmpty = nothing != nil && Wording.isUnchanged(deed)
                    self?.say(
                        words(deed), kind: .done, undo: !isEmpty,
                        series: nothing == nil ? Wording.series(deed, words) : nil, deed: deed,
                        turn: counts < 0 ? .redo : .undo)
                    if nothing != nil { self?.tellScreens(deed) }
                } else {
                    nothingDone()
                    if let nothing = nothing ?? otherwise { self?.say(nothing, kind: .done, undo: false) }
                }
            } catch {
                nothingDone()
                refused()
                self?.sayNotDone(order, error)
            }
        }
        for screen in flows.screens { screen.deedBegan() }
    }
}

extension Surroundings {
    /// Commands as the bottom line shows them, without those that have no key here.
    func hints(_ commands: [Command], in context: KeyContext) -> [StatusBar.Hint] {
        commands.compactMap { command in
            guard let key = keyName(of: command, in: context) else { return nil }
            return CommandTable.hint(of: command, in: context).map { StatusBar.Hint(key, $0) }
        }
    }

    /// The keys of a text over the screen beneath, as its last line shows them.
    func readingHints(finds: Bool = false) -> [StatusBar.Hint] {
        func key(_ command: Command) -> String { keyName(of: command, in: .help) ?? "" }
        let find = finds ? [StatusBar.Hint(key(.search), "find")] : []
        return [StatusBar.Hint(key(.back), "close")] + find
            + [StatusBar.Hint("\(key(.down)) \(key(.up))", "scroll")]
    }
}
