import InboxKit
import InboxModel
import TerminalUI

extension ListScreen {
    func perform(_ command: Command) -> Bool {
        defer { around.setNeedsDraw() }
        forgetReturning()
        if drawer.isOpen { return performInDrawer(command) }
        if search?.isTyping == true { return performWhileTyping(command) }
        if loadingSince != nil, isAboutRows(command) {
            awaiting.append(command)
            return true
        }
        if move(command) { return true }
        switch command {
        case .open: openSelected()
        case .back: return goBack()
        case .quit: if search != nil { closeSearch() } else { return false }
        case .shake: shake(rows.targets)
        case .unread: act(.unread)
        case .star: act(areAllStarred ? .unstar : .star)
        case .archive: act(.archive)
        case .trash: if isTrash { askToDestroy(rows.targets) } else { act(.trash) }
        case .junk: act(.junk)
        case .move: pickMailbox()
        case .again: again()
        case .select: mark()
        case .range: if rows.isMarkingRange { rows.endRange() } else { rows.beginRange() }
        case .compose: write(.new(account: view.account))
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .forward: answer(.forward)
        case .deck: openDeck()
        case .drawer: openDrawer()
        case .goTo: openDrawer(looking: true)
        case .search: openSearch()
        case .refresh: refresh()
        case .lines: toggleLines()
        case .pin: pin(view)
        case .addAccount: addAccount()
        case .signOut: signOut()
        case .vacation: vacation()
        default: return false
        }
        return true
    }

    /// Whether a command means the rows that the user expects to see, so that it waits until they are there.
    private func isAboutRows(_ command: Command) -> Bool {
        switch command {
        case .down, .up, .top, .bottom, .pageDown, .pageUp, .pageOn, .halfDown, .halfUp, .open, .select, .range: true
        case .shake, .unread, .star, .archive, .trash, .junk, .move, .again: true
        case .reply, .replyAll, .forward: true
        default: false
        }
    }

    /// Does what was asked for while the rows were awaited.
    func performAwaiting() {
        let commands = awaiting
        awaiting = []
        for command in commands { _ = perform(command) }
    }

    /// Moves the selection; false for every other command.
    func move(_ command: Command) -> Bool {
        switch command {
        case .down: rows.move(by: 1)
        case .up: rows.move(by: -1)
        case .top: go(to: .top)
        case .bottom: go(to: .bottom)
        case .pageDown, .pageOn: rows.movePages(1)
        case .pageUp: rows.movePages(-1)
        case .halfDown: rows.movePages(0.5)
        case .halfUp: rows.movePages(-0.5)
        default: return false
        }
        extendWindow()
        wantOlderAtEnd()
        return true
    }

    // MARK: Acting

    /// Does it to the marked threads or the selected one. The rows go, if they do, by the provider's changes.
    func act(_ command: Action.Command, target: MailboxID? = nil) {
        let targets = rows.targets
        guard !targets.isEmpty else { return }
        last = (command, target)
        rows.unmarkAll()
        around.act(command, on: targets, target: target)
    }

    /// Marks as read and goes on to the next; what was read already is only gone past.
    func shake(_ targets: [ThreadID]) {
        guard !targets.isEmpty else { return }
        last = (.shake, nil)
        let isOne = rows.marked.isEmpty
        rows.unmarkAll()
        around.act(.shake, on: targets, target: nil)
        guard isOne, targets.first == rows.selection else { return }
        rows.move(by: 1)
        extendWindow()
    }

    private func again() {
        guard let last else { return around.say("Nothing was done yet.", kind: .done, undo: false) }
        if last.command == .shake { shake(rows.targets) } else { act(last.command, target: last.target) }
    }

    private var areAllStarred: Bool {
        rows.targets.allSatisfy { threads[$0]?.isStarred ?? false }
    }

    private func mark() {
        rows.toggleMark()
        rows.move(by: 1)
    }

    private func pickMailbox() {
        let targets = rows.targets
        guard let first = targets.first, let account = threads[first]?.account else { return }
        guard targets.allSatisfy({ threads[$0]?.account == account }) else {
            return around.say("Threads of several accounts can't be moved together.", kind: .warning, undo: false)
        }
        around.push(
            make.movePicker(account, around) { [weak self] mailbox in
                guard let self else { return }
                self.last = (.move, mailbox)
                self.rows.unmarkAll()
                self.around.act(.move, on: targets, target: mailbox)
            })
    }

    // MARK: Going

    func openSelected() {
        guard let id = rows.selection, let thread = threads[id] else { return }
        // A draft by itself is not read but written.
        if thread.messageCount == 0, let only = try? around.session.messages(of: id).first, only.isDraft,
            let screen = make.compose(.draft(only.id), around)
        {
            return around.push(screen)
        }
        around.push(make.thread(thread, self, around))
    }

    private func write(_ request: ComposeRequest) {
        guard let screen = make.compose(request, around) else {
            return around.say("No account here can send mail", kind: .warning, undo: false)
        }
        around.push(screen)
    }

    /// Answers the newest message of the selected thread, one of someone else's if there is one.
    private func answer(_ kind: Answer.Kind) {
        guard let id = rows.selection, let messages = try? around.session.messages(of: id) else { return }
        let written = messages.filter { !$0.isDraft }
        let own = around.ownAddresses
        let other = written.last { message in !message.from.contains { own.contains($0.email.lowercased()) } }
        if let message = other ?? written.last { write(.answer(kind, message)) }
    }

    private func goBack() -> Bool {
        if rows.isMarkingRange || !rows.marked.isEmpty {
            rows.unmarkAll()
        } else if search != nil {
            closeSearch()
        }
        return true
    }

    private func openDeck() {
        let title = view.title(mailboxes.items)
        around.push(make.deck(view.predicate(around.clock) && .unread, title, around))
    }

    /// Asks the servers; where one does not let us in, asks the user first.
    func refresh() {
        let signedOut = accounts.items.first { account in
            (view.account == nil || view.account == account.id) && around.session.status(of: account.id).needsSignIn
        }
        if let signedOut { return around.push(make.signIn(signedOut, around)) }
        refreshingSince = .now
        provider.refresh()
    }

    private func toggleLines() {
        rows.rowHeight = rows.rowHeight == 1 ? 2 : 1
        around.keep("\(rows.rowHeight)", for: ListScreen.linesKey)
    }

    // MARK: Searching

    func openSearch() {
        if search == nil {
            search = SearchLine(origin: place)
        } else {
            search?.isTyping = true
        }
    }

    func closeSearch() {
        guard let origin = search?.origin else { return }
        search = nil
        show(origin)
    }

    private func performWhileTyping(_ command: Command) -> Bool {
        switch command {
        case .open:
            search?.isTyping = false
            if search?.view == search?.origin.view { search = nil } else { keepSearch() }
        case .back: closeSearch()
        case .up where search?.canRecall == true: recall(1)
        case .down where search?.canRecall == true: recall(-1)
        default: return move(command)
        }
        return true
    }

    func type(_ event: InputEvent) -> Bool {
        guard let response = search?.field.handle(event), response != .ignored else { return false }
        if response == .edited { search?.wasTyped() }
        if response == .edited, let search { show(search.target) }
        return true
    }

    private func recall(_ step: Int) {
        let earlier = searched.views.compactMap { view in if case .search(let text) = view { text } else { nil } }
        search?.recall(step, of: earlier)
        if let search { show(search.target) }
    }

    private func keepSearch() {
        guard let view = search?.view else { return }
        do throws(DataError) { try searched.putFirst(view, limit: 50) } catch {
            around.say(Wording.sentence(error), kind: .failure, undo: false)
        }
    }
}
