import InboxKit
import InboxModel
import TerminalUI

extension ListScreen {
    func perform(_ command: Command) -> Bool {
        let before = rows.selection
        defer {
            around.setNeedsDraw()
            // The user comes back to a thread after opening it.
            if rows.selection != before || command == .open { above.selected(command != .open && isAtTop) }
            if command == .top, isAtTop { above.selected(true) }
        }
        forgetReturning()
        if firstHint != nil, FirstHint.ends(with: command) {
            firstHint = nil
            around.keep("1", for: FirstHint.key)
            if command == .back, search == nil, !drawer.isOpen { return true }
        }
        if drawer.isOpen { return performInDrawer(command) }
        if search?.isTyping == true { return performWhileTyping(command) }
        if holdsBack(command) { return true }
        if command.actsOnThreads { touchSelected() }
        if move(command) || order(command) { return true }
        switch command {
        case .open: openSelected()
        case .back: return goBack()
        case .quit: if search != nil { closeSearch() } else { return false }
        case .shake: shake(targets)
        case .unread: act(.unread)
        case .star: act(areAllStarred ? .unstar : .star)
        case .addStar: act(.star)
        case .removeStar: act(.unstar)
        case .archive: act(.archive)
        case .archiveNext: act(.archive, on: targets, goingOn: 1)
        case .archivePrevious: act(.archive, on: targets, goingOn: -1)
        case .trash: if isTrash { askToDestroy(targets) } else { trash() }
        case .junk: act(isJunk ? .notJunk : around.junk(targetThreads))
        case .move: pickMailbox()
        case .copyTo: pickMailbox(toCopy: true)
        case .again: again()
        case .label: chooseLabel()
        case .mute: mute()
        case .snooze: snooze()
        case .replyLater: act(around.replyLater(targetThreads))
        case .selectMatching: askWhatToSelect()
        case .selectAll: selectOnly("")
        case .selectNone: unmarkAll()
        // A conversation is read when all of it is.
        case .selectRead: selectOnly("is:read") { !$0.isUnread }
        case .selectUnread: selectOnly("is:unread")
        case .selectStarred: selectOnly("is:starred")
        case .pipe: around.pipe(MailTargets(targets), from: self)
        case .runCommand: around.runCommand(on: threadsToActOn, from: self)
        case .select: mark()
        case .range: if rows.isMarkingRange { rows.endRange() } else { rows.beginRange() }
        case .compose: write(.new(account: ownerInQuestion))
        case .lastDraft: if let draft = around.lastDraft() { write(.draft(draft)) }
        case .discardedDrafts: around.chooseDiscarded(on: self)
        case .reply: answer(.reply)
        case .replyAll: answer(.replyAll)
        case .replyList: answer(.replyList)
        case .forward: answer(.forward)
        case .addContact: addContact()
        case .bounce: if let message = newestMessage { around.bounce(message, from: self) }
        case .copyLink: if let message = newestMessage { around.copyLink(to: message) }
        case .unsubscribe: if let message = newestMessage { around.unsubscribe(from: message, on: self) }
        case .deck: openDeck()
        case .drawer: openDrawer()
        case .goTo: askWhereToGo()
        case .moreFromSender: lookForMore(of: threadInQuestion)
        case .moreFromList: lookForList(of: threadInQuestion)
        case .previewDown: scrollPreview(0.5)
        case .previewUp: scrollPreview(-0.5)
        case .search: openSearch()
        case .nextMatch: goToMatch(1)
        case .previousMatch: goToMatch(-1)
        case .refresh: refresh()
        case .lines: toggleLines()
        case .conversations: toggleConversations()
        case .pin: pin(view)
        case .addAccount: addAccount()
        case .signOut: signOut()
        case .approve: approve()
        case .vacation: vacation()
        case .newMailbox: makeMailbox()
        case .renameView: renameMailbox()
        case .deleteMailbox: deleteMailbox()
        case .emptyMailbox: emptyMailbox()
        case .share: shareMailbox()
        default: return goStraight(command)
        }
        return true
    }

    /// Moves the selection; returns false for other commands.
    func move(_ command: Command) -> Bool {
        switch command {
        // The ends of the mailbox may be outside the loaded rows.
        case .top: go(to: .top)
        case .bottom: go(to: .bottom)
        default: guard rows.perform(command) else { return false }
        }
        extendWindow()
        wantOlderAtEnd()
        return true
    }

    // MARK: Going

    func openSelected() {
        guard let id = rows.selection, let thread = loaded[id]?.thread else { return }
        // A lone draft is opened for writing rather than reading; of several, the thread lets the user choose.
        if thread.messageCount == 0, thread.draftCount < 2,
            let draft = selectedMessage ?? (try? around.session.messages(of: thread.id).last(where: \.isDraft))?.id,
            let screen = make.compose(.draft(draft), around)
        {
            return around.push(screen)
        }
        around.push(make.thread(thread, self, around))
    }

    /// - Parameter sent: Called once the message has been sent.
    private func write(_ request: ComposeRequest, sent: (@UI () -> Void)? = nil) {
        guard let screen = make.compose(request, around) else {
            return around.sayNotWritten(request)
        }
        (screen as? ComposeScreen)?.sent = sent
        (screen as? ComposeScreen)?.archive = { [weak self, around] thread in
            self?.letGo(thread, by: .archive)
            around.act(.archive, on: [thread], target: nil)
        }
        around.push(screen)
    }

    private func answer(_ kind: Answer.Kind) {
        guard let message = newestMessage else { return }
        around.withList(message, for: kind, on: self) { [weak self] in self?.answer(kind, $0) }
    }

    private func answer(_ kind: Answer.Kind, _ message: Message) {
        let thread = rows.selection
        write(.answer(kind, message)) { [weak self] in
            guard let self, self.isForAnswering, self.rows.selection == thread else { return }
            self.rows.move(by: 1)
            self.extendWindow()
        }
    }

    private func addContact() {
        if let message = newestMessage { around.addContact(from: message) }
    }

    /// The message to answer: the selected message, or the newest one of the selected thread that someone else wrote.
    private var newestMessage: Message? {
        if let selectedMessage { return (try? around.session.message(selectedMessage)).flatMap { $0 } }
        guard case .thread(let id)? = rows.selection, let messages = try? around.session.messages(of: id) else {
            return nil
        }
        return around.session.answered(of: messages, own: around.ownAddresses)
    }

    private func goBack() -> Bool {
        if rows.isMarkingRange || !rows.marked.isEmpty || matching != nil {
            unmarkAll()
        } else if search != nil {
            leaveSearch()
        }
        return true
    }

    private func openDeck() {
        let title = view.title(mailboxes.items)
        let isChosen = matching != nil || !rows.marked.isEmpty
        var met: Set<ThreadID> = []
        let chosen = isChosen ? targetThreads.map(\.id).filter { met.insert($0).inserted } : []
        if chosen.count > DeckScreen.mostChosen {
            around.say("The first \(DeckScreen.mostChosen) of these are dealt", kind: .info)
        }
        let filter =
            isChosen ? .any(chosen.prefix(DeckScreen.mostChosen).map { .thread($0) }) : view.predicate(around.clock)
        let deck = make.deck(filter, title, self, around)
        unmarkAll()
        around.push(deck)
    }

    /// Refreshes the shown accounts. If a server refuses the password or wants it at another origin, asks the user first.
    func refresh() {
        let shown = accounts.items.filter { view.account == nil || view.account == $0.id }
        guard !around.signsIn(to: shown) else { return }
        refreshing.begin(view.account)
        provider.refresh()
        servers.askAgain()
    }

    static let linesKey = "list.lines"

    /// Returns the number of lines per row, at the start and after reading settings: the user's file wins over what a key set.
    static func lines(_ around: any Surroundings) -> Int {
        let isSaid = around.settingsFile?.own.contains("lines") ?? false
        let kept = isSaid ? nil : around.session.setting(linesKey).flatMap { Int($0) }
        return (kept ?? around.settings.lines) == 2 ? 2 : 1
    }

    private func toggleLines() {
        rows.rowHeight = rows.rowHeight == 1 ? 2 : 1
        around.keep("\(rows.rowHeight)", for: ListScreen.linesKey)
    }
}
