import InboxKit
import TerminalUI

extension Shell {
    func handle(_ event: InputEvent, in application: Application) {
        self.application = application
        handle(event)
    }

    func releaseEvents() {
        while !heldEvents.isEmpty, !holdsEvents {
            let held = heldEvents.removeFirst()
            if !held.missesTarget(hints) {
                handle(held.event)
            } else if held.isPress {
                say("The rows have moved. Nothing was done.", kind: .info)
            }
        }
        lateAnswers.look()
    }

    private var holdsEvents: Bool {
        flows.screens.last.map { $0.holdsEvents || errands.keepsKeys(of: $0) } ?? false
    }

    /// Stops what held keys wait for, and drops those keys. Returns whether there was something.
    private func stopLooking() -> Bool {
        guard let screen = flows.screens.last, screen.endsHolding || errands.keepsKeys(of: screen) else { return false }
        heldEvents = []
        return stopErrand(of: screen)
    }

    /// Runs what was typed ahead of the list: the user still means it at the end. Waits longer than usual for a slow store.
    func endTypingAhead() async {
        for list in flows.screens.compactMap({ $0 as? ListScreen }) { list.waitLonger(.seconds(5)) }
        while let list = flows.screens.last as? ListScreen, list.holdsEvents { await list.waitIsOver() }
    }

    private func handle(_ event: InputEvent) {
        if holdsEvents, event.isOfUser {
            if event == .key(.escape), stopLooking() { return }
            heldEvents.append(HeldEvent(event, on: flows.screens.last, hints))
            return
        }
        if event.isOfUser { keepPlaceSoon() }
        // A screen may stop taking text without being closed.
        defer { lateAnswers.look() }
        switch event {
        case .key(let key): handle(key)
        case .terminate: quit()
        case .resumed: application?.redraw()
        case .focus(let isInFront): self.isInFront = isInFront
        case .mouse(let mouse) where press(mouse): break
        default: _ = flows.screens.last?.handle(event)
        }
    }

    private func handle(_ key: Key) {
        guard let screen = flows.screens.last else { return }
        if screen.takesText, key.typed != nil {
            reader.forget()
            if let settlesAt, .now < settlesAt { return }
            _ = screen.handle(.key(key))
            return
        }
        settlesAt = nil
        // On screens of commands that take text for a while, as help does, these keys are bound.
        if screen.takesText, key.editsText {
            reader.forget()
            _ = screen.handle(.key(key))
            return
        }
        switch reader.press(key, in: screen.keyContext, keys) {
        case .command(.back, _) where stopErrand(of: screen): break
        case .command(let command, _) where screen.keyContext == .picker && command.boxKey != nil:
            _ = screen.handle(.key(command.boxKey ?? key))
        case .command(let bound, let count):
            let command = screen.meaning(of: bound)
            toasts.endInfo()
            if command == .refresh, asksToldAccount(over: screen) { break }
            for _ in 0..<count where flows.screens.last === screen {
                if !screen.perform(command), !perform(command, on: screen) { _ = screen.handle(.key(key)) }
            }
        case .numbered(let command, let number):
            toasts.endInfo()
            perform(command, number: number, by: key, on: screen)
        case .own(let own):
            toasts.endInfo()
            if !screen.perform(own) { meansNothing([key], on: screen) }
        case .ownNumbered(let own, let number):
            toasts.endInfo()
            perform(own, number: number, by: key, on: screen)
        case .meaningless(let keys): meansNothing(keys, on: screen)
        case .unbound(let key): if !screen.handle(.key(key)) { meansNothing([key], on: screen) }
        case .waiting: break
        }
    }

    /// Runs a command with a number. Refuses a number that means nothing there; 1 is the same as the key alone.
    private func perform(_ command: Command, number: Int, by key: Key, on screen: any Screen) {
        guard !screen.perform(command, number: number) else { return }
        guard number == 1 || command == .top || command == .bottom else {
            return say("A number does nothing before “\(key)” here", kind: .info)
        }
        if !screen.perform(command), !perform(command, on: screen) { meansNothing([key], on: screen) }
    }

    /// The same with a key of the user's own.
    private func perform(_ own: OwnKey, number: Int, by key: Key, on screen: any Screen) {
        guard !screen.perform(own, number: number) else { return }
        guard number == 1 else {
            let name = keys.ownKeys(in: screen.keyContext).first { $0.own == own }?.sequence.description
            return say("A number does nothing before “\(name ?? key.description)” here", kind: .info)
        }
        if !screen.perform(own) { meansNothing([key], on: screen) }
    }

    /// Says that a key does nothing, and which key shows the keys. Boxes that take text deal with all keys themselves.
    private func meansNothing(_ keys: [Key], on screen: any Screen) {
        guard !screen.takesText, !keys.contains(.escape) else { return }
        let help = keyName(of: .help, in: screen.keyContext).map { "; \($0) shows the keys" } ?? ""
        // Where there is a shell, Ctrl-z never arrives here.
        let reason = keys == [.ctrl("z")] ? ": there is no shell to go back to" : " here\(help)"
        let words = "“\(KeySequence(keys))” does nothing\(reason)"
        toasts.say(words, kind: .done, command: nil, place: shownPlace, glyphs: glyphs, seconds: 2, at: .now)
        setNeedsDraw()
    }

    /// Does what the key of a clicked hint does; of two keys, the first. Any click ends what was begun with keys.
    private func press(_ mouse: Mouse) -> Bool {
        guard mouse.action == .press(.left) else { return false }
        toasts.endInfo()
        if reader.isWaiting { setNeedsDraw() }
        reader.forget()
        guard let key = hints.key(at: mouse.position) else { return false }
        guard !key.isEmpty else { return true }
        let name = key == "→" ? "Right" : key
        let first = name.split(separator: "/").first.map(String.init) ?? name
        guard let sequence = KeySequence(name) ?? KeySequence(first) else { return false }
        for key in sequence.keys { handle(key) }
        return true
    }

    /// Stops what a screen waits for, before the key leaves anything else. Returns whether there was something.
    private func stopErrand(of screen: any Screen) -> Bool {
        guard let words = errands.stopLast(for: screen) else { return false }
        say("Stopped: \(words)", kind: .info)
        return true
    }

    /// Runs the default of a command that the screen did not handle.
    private func perform(_ command: Command, on screen: any Screen) -> Bool {
        switch command {
        case .quit: if !asksToQuit() { quit() }
        case .back: pop()
        case .undo: undo()
        case .redo: redo()
        case .redraw: application?.redraw()
        case .help:
            push(
                HelpScreen(
                    context: screen.keyContext, notes: screen.helpNotes, without: screen.deadCommands, around: self,
                    keys: keys))
        case .outbox: push(make.outbox(self))
        case .refresh:
            session.retryNow()
            guard !signsIn(to: accounts.items) else { break }
            say("Asking the servers now", kind: .done)
        case .contacts: push(ContactsScreen(around: self))
        case .jobs: push(JobsScreen(around: self))
        case .log: openLog()
        case .settings: push(SettingsScreen(around: self))
        case .reload: reload()
        case .palette: openPalette(over: screen)
        default: return false
        }
        return true
    }

    /// Asks once whether to quit while files are being saved, since incomplete files are not kept. Returns whether it asks.
    private func asksToQuit() -> Bool {
        let saving = flows.screens.compactMap { ($0 as? ThreadScreen)?.saving }.first { $0.isRunning }
        guard let saving, quitting == nil else { return false }
        let question = QuestionScreen(
            "Quit while files are being saved?", text: "\(saving.text). What has not arrived by then is not saved.",
            deed: "quit", other: "stay", around: self
        ) { [weak self] in self?.quit() }
        quitting = question
        push(question)
        return true
    }

    private func openPalette(over screen: any Screen) {
        let context = screen.keyContext
        func known(in context: KeyContext) -> [Command] { keys.allCommands(in: context).filter { $0 != .palette } }
        let commands = known(in: context)
        // The user's own commands act on mail.
        let own = commands.contains(.runCommand) ? settings.commandNames : []
        let threads = screen.threadsToActOn
        let unsent = unsent.next?.subject
        push(
            PaletteScreen(
                commands, inList: known(in: .list), own: own, bound: keys.ownKeys(in: context),
                turns: turns(in: context), context: context, of: screen.accountsToActIn, around: self
            ) { [weak self, weak screen] entry in
                guard let self, let screen else { return }
                guard !entry.actsOnMail || screen.threadsToActOn == threads else { return sayMailIsGone() }
                switch entry {
                case .command(let command):
                    // The message that undo was to take back may have left.
                    guard command != .undo || self.unsent.next?.subject == unsent else {
                        return say("Undo would do something else by now. Nothing was done.", kind: .info)
                    }
                    if !screen.perform(command) { _ = self.perform(command, on: screen) }
                    self.teachKey(of: command, in: context)
                case .bound(let own): self.perform(own, over: screen)
                case .own(let name): self.runCommand(name, on: screen.threadsToActOn, from: screen)
                }
            })
    }

    /// Runs a user binding from the palette. Where the screen can't, the list beneath does, and the screens above it close; a
    /// screen with text does not close.
    private func perform(_ own: OwnKey, over screen: any Screen) {
        guard !screen.perform(own) else { return }
        let list = flows.screens.last { $0 is ListScreen }
        let above = flows.screens.drop { $0 !== list }.dropFirst()
        guard let list, !above.contains(where: { $0.takesText }) else {
            return say("Go back to the list for that", kind: .info)
        }
        if let first = above.first { close(first) }
        _ = list.perform(own)
    }

    /// Names the key of a command every third time that the user picks it.
    private func teachKey(of command: Command, in context: KeyContext) {
        let uses = PaletteChoices([], uses: session.setting(PaletteChoices.setting)).uses
        // The current use is still being stored.
        guard ((uses[command.rawValue] ?? 0) + 1).isMultiple(of: 3), let key = keyName(of: command, in: context) else {
            return
        }
        let title = CommandTable.title(of: command, in: context)
        toasts.teach("\(key) does that too: \(title)", seconds: settings.toastSeconds, at: .now)
    }
}

extension InputEvent {
    /// Whether the user caused it, so that it refers to what is on the screen.
    fileprivate var isOfUser: Bool {
        switch self {
        case .key, .paste, .mouse: true
        default: false
        }
    }
}
