import InboxKit
import InboxModel

/// The actions of user-defined keys, the same on the list and in a thread.
extension Surroundings {
    /// Returns the action of a user-defined key on some threads as a `LastAct`, so that `.` repeats it and each screen performs it its own
    /// way. Nil when the action is impossible, which the user is told.
    /// - Parameter puts: For a step of a series, whether to add or remove the label or tag; nil to toggle it.
    func act(of own: OwnKey, on threads: [MailThread], onMessages: Bool, puts: Bool? = nil) -> LastAct? {
        let accounts = Set(threads.map(\.account))
        let owners = session.knownAccounts.filter { accounts.contains($0.id) }
        guard let first = owners.first, owners.count == accounts.count else { return nil }
        let isOne = owners.count == 1
        func refuse(_ words: String) -> LastAct? {
            say(isOne && puts == nil ? words : words + ": nothing was done", kind: .warning)
            return nil
        }
        if own.deed == .snooze {
            guard let date = SendTime.parse(own.object, now: clock.now(), calendar: clock.calendar) else {
                return refuse("“\(Wording.line(own.object))” is not a future time")
            }
            return LastAct(.snooze, date: date, onMessages: onMessages)
        }
        if own.deed == .tag {
            guard let tag = ((try? session.tags()) ?? []).tag(typed: own.object) else {
                return refuse("“\(Wording.line(own.object))” can't be a tag")
            }
            let places = TagPlaces(threads, owners)
            guard !places.threads.isEmpty else { return refuse(places.refusal) }
            // Part of a series, which is all or nothing.
            if puts != nil, let rest = places.rest { return refuse(rest) }
            let isPut = puts ?? !places.areAll(tag)
            return LastAct(isPut ? .mark : .unmark, tag: tag, in: accounts, onMessages: onMessages)
        }
        if own.deed == .label, let owner = owners.first(where: { !$0.hasLabels }) {
            return refuse("\(owner.address) has folders, not labels")
        }
        // Each account's own mailbox of that name.
        let known = (try? session.mailboxes()) ?? []
        var targets: [AccountID: MailboxID] = [:]
        for owner in owners {
            let meant = known.filter { $0.account == owner.id }.meant(by: own.object)
            guard meant.count == 1, let mailbox = meant.first else {
                return refuse(noMailbox(own.object, meant, owner))
            }
            targets[owner.id] = mailbox.id
        }
        let isOnAll = threads.allSatisfy { thread in targets[thread.account].map(thread.mailboxes.contains) ?? false }
        let command: Action.Command =
            switch own.deed {
            case .label: puts ?? !isOnAll ? .label : .unlabel
            case .copy: .copy
            default: .move
            }
        guard isOne else { return LastAct(command, onMessages: onMessages, targets: targets) }
        return LastAct(command, target: targets[first.id], of: first.id, onMessages: onMessages)
    }

    /// Returns why an account has no mailbox of that name.
    private func noMailbox(_ name: String, _ meant: [Mailbox], _ owner: Account) -> String {
        let name = Wording.line(name)
        guard !meant.isEmpty else { return "\(owner.address) has no mailbox “\(name)”" }
        return
            "“\(name)” of \(owner.address) may be one of \(meant.map { Wording.name(of: $0) }.joined(separator: ", "))"
    }
}

extension ListScreen {
    func perform(_ own: OwnKey) -> Bool {
        switch own.deed {
        case .go: go(to: own.object)
        case .search:
            if drawer.isOpen { leaveDrawer() }
            look(for: own.object)
        case .run:
            if around.settings.series[own.object] != nil {
                if !holdsBack(own) { act(series: own.object) }
            } else if !awaitsSelected(.own(own)) {
                around.runCommand(own.object, on: threadsToActOn, from: self)
            }
        case .label where own.series != nil, .tag where own.series != nil:
            if !holdsBack(own) { act(series: own.name) }
        case .move, .copy, .label, .tag, .snooze:
            guard !holdsBack(own), let act = around.act(of: own, on: targetThreads, onMessages: isFlat) else {
                return true
            }
            touchSelected()
            again(act)
        }
        return true
    }

    /// Whether an action on mail must wait for its rows, or is refused, which the user is told.
    /// - Parameter awaited: What to do once the rows are there, if other than what the key does alone.
    func holdsBack(_ own: OwnKey, as awaited: Awaited? = nil) -> Bool {
        let awaited = awaited ?? .own(own)
        if awaitsSelected(awaited) { return true }
        let isBeingRead = loadingSince != nil || landing.target != nil
        guard !isBeingRead, !targetThreads.isEmpty else {
            let words = isBeingRead ? "The list is still being read." : "There is no \(noun) here."
            around.say(words, kind: .info)
            return true
        }
        return refusesUnseen() || awaitsDeed(awaited) || refusesTaken()
    }

    /// Goes to a mailbox of the current account, otherwise of any account; or to a named search, a tag, or another entry of the drawer.
    func go(to name: String) {
        let account = ownerInQuestion
        let all = mailboxes.items
        let own = all.filter { $0.account == account }.meant(by: name)
        let saved = listing.pinned.views.first { view in
            if case .saved(name, _) = view { true } else { false }
        }
        let meant = own.isEmpty && saved == nil ? all.meant(by: name) : own
        if drawer.isOpen { leaveDrawer() }
        if meant.count == 1, let mailbox = meant.first {
            goStraight(to: mailbox.role.map { .role(mailbox.account, $0) } ?? .mailbox(mailbox.account, mailbox.id))
        } else if let saved {
            goStraight(to: saved)
        } else if let tag = meant.isEmpty ? listing.tags.all.map(\.keyword).tag(named: name) : nil {
            goStraight(to: .tag(tag))
        } else if let view = meant.isEmpty ? standing(named: name) : nil {
            goStraight(to: view)
        } else {
            let names = meant.map { Wording.name(of: $0) }.joined(separator: ", ")
            let name = Wording.line(name)
            around.say(
                meant.isEmpty ? "There is no mailbox or tag “\(name)” here" : "“\(name)” may be one of \(names)",
                kind: .warning)
        }
    }

    private func standing(named name: String) -> MailView? {
        MailView.standing(of: ownerInQuestion, amongSeveral: accounts.items.count > 1)
            .first { $0.title([]).lowercased() == name.lowercased() }
    }
}

extension ThreadScreen {
    func perform(_ own: OwnKey) -> Bool {
        switch own.deed {
        case .go, .search: inList { _ = $0.perform(own) }
        case .run where around.settings.series[own.object] != nil: act(series: own.object)
        case .run: around.runCommand(own.object, on: threadsToActOn, from: self)
        case .label where own.series != nil, .tag where own.series != nil: act(series: own.name)
        case .move, .copy, .label, .tag, .snooze:
            let threads = heading.map { [$0] } ?? []
            guard let act = around.act(of: own, on: threads, onMessages: false) else { return true }
            again(act)
        }
        return true
    }
}

extension DeckScreen {
    var threadsToActOn: [ThreadID] { card.map { [$0.id] } ?? [] }
    var accountsToActIn: Set<AccountID> { card.map { [$0.account] } ?? [] }

    func perform(_ own: OwnKey) -> Bool {
        switch own.deed {
        case .go, .search:
            guard let list else {
                around.say("Go back to the list for that", kind: .info)
                return true
            }
            around.pop()
            _ = list.perform(own)
        case .run where around.settings.series[own.object] == nil:
            around.runCommand(own.object, on: threadsToActOn, from: self)
        case .move, .copy, .label, .tag, .snooze, .run:
            guard let card else {
                around.say("There is no card here", kind: .info)
                return true
            }
            if refusesUnseen() { return true }
            if own.deed == .run || own.series != nil {
                act(series: own.deed == .run ? own.object : own.name, on: card)
            } else if let act = around.act(of: own, on: [card], onMessages: false) {
                perform(act, on: card.id)
            }
        }
        around.setNeedsDraw()
        return true
    }
}
