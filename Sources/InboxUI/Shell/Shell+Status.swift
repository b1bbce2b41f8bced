import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Changes of connections, accounts and the queue, and what the log notes of them.
extension Shell {
    func takeStatuses() {
        for account in accounts.items {
            let before = status.statuses[account.id]
            let now = session.status(of: account.id)
            status.statuses[account.id] = now
            noteContact(before, now)
            note(before, now, account)
            if now.needsSignIn, before?.needsSignIn != true {
                tellOfRefresh(account, "has to sign in again", "sign in")
            }
            if now.isConnected { status.toldOrigins[account.id] = nil }
            // The engine retries again and again, and meets the same places each time.
            if !now.unapprovedOrigins.isEmpty, status.toldOrigins[account.id] != now.unapprovedOrigins {
                status.toldOrigins[account.id] = now.unapprovedOrigins
                tellOfRefresh(account, "wants its password at another place now", "approve")
            }
        }
        status.transfers = session.transfers
        for screen in flows.screens { screen.statusesChanged() }
        setNeedsDraw()
    }

    /// Stores when a server was last reached, so that an absence of days is shown after a restart too.
    private func noteContact(_ before: AccountStatus?, _ now: AccountStatus) {
        let key = "contact.\(now.account)"
        if now.isConnected || before?.isConnected == true {
            let time = clock.now()
            if time.timeIntervalSince(status.lastContacts[now.account] ?? .distantPast) > 600 || !now.isConnected {
                keep("\(Int(time.timeIntervalSince1970))", for: key)
            }
            status.lastContacts[now.account] = time
        } else if status.lastContacts[now.account] == nil, let kept = session.setting(key).flatMap({ Double($0) }) {
            status.lastContacts[now.account] = Date(timeIntervalSince1970: kept)
        }
    }

    func note(_ text: String, isTrouble: Bool = false) { journal.add(text, isTrouble: isTrouble, at: clock.now()) }

    private func note(_ before: AccountStatus?, _ now: AccountStatus, _ account: Account) {
        guard Self.isNews(before?.phase, now.phase) else { return }
        let isTrouble =
            switch now.phase {
            case .idle, .paused, .connecting, .live, .polling: false
            case .offline, .signedOut, .noSecret, .storeFailed: true
            }
        note("\(Wording.line(account.address)): \(Wording.sentence(now.phase))", isTrouble: isTrouble)
    }

    /// Whether the log notes that an account changed its phase.
    static func isNews(_ before: AccountStatus.Phase?, _ now: AccountStatus.Phase) -> Bool {
        // The screen where the user stops an account says so itself.
        guard before != now, now != .paused else { return false }
        // Another try to reach an absent server is not news.
        if now == .connecting, case .offline = before { return false }
        return true
    }

    func openLog() {
        let clock = clock
        push(
            TextScreen("What happened", around: self, startsAtEnd: true) { [weak self] width, glyphs in
                self?.journal.lines(width: width, clock: clock, glyphs: glyphs) ?? []
            })
    }

    /// Names the key that asks servers. While the toast is visible, the key asks this server: see `asksToldAccount`.
    /// - Parameters:
    ///   - words: why nothing goes on until the user presses it.
    ///   - label: what the key does.
    private func tellOfRefresh(_ account: Account, _ words: String, _ label: String) {
        let text = "\(Wording.line(account.address)) \(words)"
        note(text, isTrouble: true)
        toasts.say(
            text, kind: .failure, command: .refresh, label: label, account: account.id, glyphs: glyphs,
            seconds: settings.toastSeconds, at: .now)
        setNeedsDraw()
    }

    /// Asks the user about the server that a toast names, whatever account the screen in front shows.
    /// - Returns: whether the user is asked.
    func asksToldAccount(over screen: any Screen) -> Bool {
        guard let id = toasts.takeAccount(at: .now) else { return false }
        return signsIn(to: accounts.items.filter { $0.id == id }) || flows.screens.last !== screen
    }

    func takeAccounts() {
        takeOwnAddresses()
        status.statuses = Dictionary(
            accounts.items.map { ($0.id, session.status(of: $0.id)) }, uniquingKeysWith: { first, _ in first })
        if accounts.items.isEmpty, flows.current == .main { leaveMail() }
        if !hadAccounts, let new = accounts.items.first { goOn(to: new) }
        hadAccounts = !accounts.items.isEmpty
        setNeedsDraw()
    }

    /// Goes to the login, because another program has removed the last account. What was being written has no place in the store any
    /// more, so it goes into files, which the user learns of again at the end: nobody may be looking now (S-3).
    private func leaveMail() {
        let composers = flows.screens.compactMap { $0 as? ComposeScreen }.filter { $0.hasText }
        let words = composers.map { Wording.orphanedDraft($0.form.content.subject, copy: $0.abandon()) }
        switchFlow(.login)
        for words in words { say(words, kind: .failure) }
        orphans += words
    }

    /// Updates the user's own addresses, which depend on the accounts and the settings.
    func takeOwnAddresses() {
        session.setConfiguredAddresses(settings.ownAddresses)
        ownAddresses = session.ownAddresses()
    }

    /// Leaves the login when another program has added the account that the user waits for.
    private func goOn(to account: Account) {
        guard flows.current == .login, let login = flows.screens.last as? LoginScreen, !login.isSigningIn else {
            return
        }
        switchFlow(.main)
        say("\(Wording.line(account.address)) was added by another program", kind: .done)
    }

    func takeActions() {
        let deeds = QueuedDeed.all(actions.items)
        func counted(_ some: (QueuedDeed) -> Bool) -> [AccountID: Int] {
            Dictionary(deeds.filter(some).map { ($0.action.account, 1) }, uniquingKeysWith: +)
        }
        // What the user holds counts as queued; what stopped by itself waits until the user decides.
        status.take(
            queued: counted { $0.action.isQueued && $0.trouble == nil }, stopped: counted { $0.trouble != nil },
            refused: counted { $0.action.state == .refused }, at: .now)
        takeHeld(stopped: Set(deeds.filter { $0.waitsForUser || $0.trouble != nil }.map(\.id)))
        toasts.followDeeds(session.deedMark)
        outgoing = OutgoingMail(actions.items, in: session, now: clock.now())
        setNeedsDraw()
    }
}
