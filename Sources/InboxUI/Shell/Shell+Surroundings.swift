import Foundation
import Glibc
import InboxKit
import Programs
import TerminalUI

extension Shell: Surroundings {
    func keyName(of command: Command, in context: KeyContext) -> String? {
        if let known = keyNames[context]?[command] { return known }
        let name = keys.name(of: command, in: context)
        keyNames[context, default: [:]].updateValue(name, forKey: command)
        return name
    }

    /// Ends the program; queued actions stay queued.
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
        // Held input was meant for the screens that go.
        heldEvents = []
        flows.switchFlow(key)
        screensChanged()
    }

    private func screensChanged() {
        errands.stop(without: flows.screens)
        forgetSteps()
        lateAnswers.look()
        setNeedsDraw()
    }

    func pushWhenFree(_ screen: any Screen) -> Bool {
        lateAnswers.show(when: { [weak self] in self?.isFree ?? false }) { [weak self] in self?.push(screen) }
    }

    func tellScreens(_ deed: Deed) {
        for screen in flows.screens { screen.wentBack(deed, isInFront: screen === flows.screens.last) }
    }

    /// Whether a screen that opens now covers no question and takes no letters that are, or were, typed.
    private var isFree: Bool {
        heldEvents.isEmpty && flows.screens.last.map { !$0.takesText && !$0.isOverlay } ?? true
    }

    func isInFront(_ screen: any Screen) -> Bool { flows.screens.last === screen }

    func answer(_ errand: Errand, _ tookText: Bool, _ done: @escaping @UI () -> Void) {
        guard errand.endsWithScreen, let screen = errand.screen else { return done() }
        guard errand.opensForKeys else { return answer(screen, tookText: tookText, isAwaited: errand.holdsKeys, done) }
        answer(screen, tookText: tookText, isAwaited: true) { [weak self, weak screen] in
            done()
            guard let self else { return }
            if flows.screens.last === screen { heldEvents = [] }
            releaseEvents()
        }
    }

    func answer(_ screen: any Screen, tookText: Bool, _ done: @escaping @UI () -> Void) {
        answer(screen, tookText: tookText, isAwaited: false, done)
    }

    /// Delivers an answer to a screen once the screen is in front. Where it takes text now but did not when it asked, the
    /// answer waits.
    /// - Parameter isAwaited: whether keys are held until the answer comes.
    private func answer(_ screen: any Screen, tookText: Bool, isAwaited: Bool, _ done: @escaping @UI () -> Void) {
        lateAnswers.show { [weak self, weak screen] in
            guard let self, let screen else { return false }
            return flows.screens.contains { $0 === screen }
        } when: { [weak self, weak screen] in
            guard let self, isAwaited || heldEvents.isEmpty, let front = flows.screens.last else { return false }
            return front === screen && (tookText || !front.takesText)
        } _: {
            done()
        }
    }

    func say(_ text: String, kind: ToastKind) { say(text, kind: kind, undo: false) }

    func sayHere(_ text: String, kind: ToastKind) { say(text, kind: kind, undo: false, place: shownPlace) }

    /// What is shown beneath any boxes.
    var shownPlace: ShownPlace? { flows.visible.first.map { ShownPlace($0) } }

    /// Handles a notice of the queue.
    func hear(_ notice: Notice) {
        let sentence = Wording.sentence(notice, clock)
        if case .refused(let action, _) = notice {
            toasts.refused(action)
            uncount(action)
        }
        if case .sent(let action, _) = notice { return tellSent(action, sentence) }
        say(sentence, kind: notice.isTrouble ? .failure : .done)
    }

    /// - Parameters:
    ///   - undo: whether the key that reverses it is shown.
    ///   - series: a name for what was done, to count repetitions.
    ///   - deed: what was done, or undone.
    ///   - turn: the command that reverses it: undo, or redo after an undo.
    ///   - place: what it is about, if it makes no sense elsewhere.
    func say(
        _ text: String, kind: ToastKind, undo: Bool, series: String? = nil, deed: Deed? = nil, turn: Command = .undo,
        place: ShownPlace? = nil
    ) {
        note(text, isTrouble: kind == .warning || kind == .failure)
        if kind == .failure { untold.append(text) }
        toasts.say(
            text, kind: kind, series: series, command: undo ? turn : nil, label: turn.rawValue, deed: deed,
            mark: deed == nil ? nil : session.deedMark(), place: place, glyphs: glyphs, seconds: settings.toastSeconds,
            at: .now)
        setNeedsDraw()
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

    var sealMemory: SealMemory? {
        let kinds = settings.sealKinds
        // With other kinds, the same messages are sealed in other ways.
        if kinds != seals.kinds { seals = SealMemory(kinds: kinds) }
        return kinds.isEmpty ? nil : seals
    }
}
