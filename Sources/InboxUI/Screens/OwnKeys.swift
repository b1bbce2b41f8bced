import InboxKit
import InboxModel

/// What keys of the user's own do: on the list and in a thread the same.
extension Surroundings {
    /// What is to be done to some threads by such a key, as what was done last: so `.` does it again, and each screen does it its
    /// own way. Nil when it can't be done, which is said.
    func act(of own: OwnKey, on threads: [MailThread], onMessages: Bool) -> LastAct? {
        let accounts = Set(threads.map(\.account))
        guard let account = accounts.first, let owner = session.knownAccounts.first(where: { $0.id == account }) else {
            return nil
        }
        func refuse(_ words: String) -> LastAct? {
            say(words, kind: .warning, undo: false)
            return nil
        }
        guard accounts.count == 1 else { return refuse("These are of several accounts: nothing was done") }
        if own.deed == .tag {
            let tag = Keyword(own.object.hasPrefix("#") ? String(own.object.dropFirst()) : own.object)
            guard tag.isValid, tag.isTag else { return refuse("“\(Wording.line(own.object))” can be no tag") }
            guard owner.keepsTags else { return refuse("The server of \(owner.address) keeps no tags") }
            let command: Action.Command = threads.allSatisfy { $0.tags.contains(tag) } ? .unmark : .mark
            return LastAct(command, of: account, tag: tag, onMessages: onMessages)
        }
        if own.deed == .label, !owner.hasLabels {
            return refuse("\(owner.address) keeps mail in folders, not under labels")
        }
        let meant = ((try? session.mailboxes()) ?? []).filter { $0.account == account }.meant(by: own.object)
        guard meant.count == 1, let mailbox = meant.first else {
            let name = Wording.line(own.object)
            let names = meant.map { Wording.name(of: $0) }.joined(separator: ", ")
            return refuse(
                meant.isEmpty ? "\(owner.address) has no mailbox “\(name)”" : "“\(name)” may be one of \(names)")
        }
        let isOnAll = threads.allSatisfy { $0.mailboxes.contains(mailbox.id) }
        let command: Action.Command =
            switch own.deed {
            case .label: isOnAll ? .unlabel : .label
            case .copy: .copy
            default: .move
            }
        return LastAct(command, target: mailbox.id, of: account, onMessages: onMessages)
    }
}

extension ListScreen {
    public func perform(_ own: OwnKey) -> Bool {
        switch own.deed {
        case .go: go(to: own.object)
        case .search:
            if drawer.isOpen { leaveDrawer() }
            look(for: own.object)
        case .run: around.runCommand(own.object, on: threadsToActOn, from: self)
        case .move, .copy, .label, .tag:
            let isBeingRead = loadingSince != nil || jump != nil
            guard !isBeingRead, !targetThreads.isEmpty else {
                let words = isBeingRead ? "The list is still being read." : "There is no \(noun) here."
                around.say(words, kind: .info, undo: false)
                return true
            }
            guard let act = around.act(of: own, on: targetThreads, onMessages: isFlat) else { return true }
            around.lastAct = act
            return perform(.again)
        }
        return true
    }

    /// To a mailbox of the account that is looked at, or else of any; or to a search that was given a name.
    func go(to name: String) {
        let account = ownerInQuestion
        let all = mailboxes.items
        let own = all.filter { $0.account == account }.meant(by: name)
        let saved = pinned.views.first { view in
            if case .saved(name, _) = view { true } else { false }
        }
        let meant = own.isEmpty && saved == nil ? all.meant(by: name) : own
        if drawer.isOpen { leaveDrawer() }
        if meant.count == 1, let mailbox = meant.first {
            goStraight(to: mailbox.role.map { .role(mailbox.account, $0) } ?? .mailbox(mailbox.account, mailbox.id))
        } else if let saved {
            goStraight(to: saved)
        } else {
            let names = meant.map { Wording.name(of: $0) }.joined(separator: ", ")
            let name = Wording.line(name)
            around.say(
                meant.isEmpty ? "There is no mailbox “\(name)” here" : "“\(name)” may be one of \(names)",
                kind: .warning, undo: false)
        }
    }
}

extension ThreadScreen {
    public func perform(_ own: OwnKey) -> Bool {
        switch own.deed {
        case .go, .search: inList { _ = $0.perform(own) }
        case .run: surroundings.runCommand(own.object, on: threadsToActOn, from: self)
        case .move, .copy, .label, .tag:
            let threads = heading.thread.map { [$0] } ?? []
            guard let act = surroundings.act(of: own, on: threads, onMessages: false) else { return true }
            surroundings.lastAct = act
            return perform(.again)
        }
        return true
    }
}
