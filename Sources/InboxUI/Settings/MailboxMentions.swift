package import InboxModel

/// What names mailboxes in the user's own words. A rename leaves it as it is: it then finds nothing, or can't be done.
package struct MailboxMentions {
    private let account: AccountID
    private let before: [Mailbox]
    private let after: [Mailbox]

    /// - Parameter mailboxes: those of all accounts, as they are called before.
    package init(_ mailboxes: [Mailbox], renaming old: Mailbox, to name: String) {
        account = old.account
        before = mailboxes
        after = mailboxes.map { mailbox in
            guard mailbox.id == old.id || mailbox.lies(below: old) else { return mailbox }
            var mailbox = mailbox
            mailbox.name = name + mailbox.name.dropFirst(old.name.count)
            return mailbox
        }
    }

    /// Returns a sentence about what still has the old name; empty if nothing has.
    package func words(_ settings: Settings) -> String { words(settings, views: []) }

    func words(_ settings: Settings, views: [MailView]) -> String {
        let kept = views.filter { $0.query.map(isLost) == true }.map { "view “\(Wording.line($0.title([])))”" }
        let keys = settings.keys.keys.filter { name in
            let place = name.firstIndex(of: ".").map { name.index(after: $0) }
            return (OwnKey(name) ?? place.flatMap { OwnKey(String(name[$0...])) }).map(isLost) == true
        }
        let series = settings.series.filter { $0.value.steps.contains(where: isLost) }.keys
        let query = isLost(settings.newMailQuery) ? ["newMailQuery"] : []
        let all = kept + query + (keys.sorted() + series.sorted()).map { "“\(Wording.line($0))”" }
        return all.isEmpty ? "" : "The old name is still in \(all.joined(separator: ", "))."
    }

    private func isLost(_ step: Series.Step) -> Bool {
        if case .own(let own, _) = step { isLost(own) } else { false }
    }

    private func isLost(_ own: OwnKey) -> Bool {
        func meant(_ mailboxes: [Mailbox]) -> [Mailbox] {
            mailboxes.filter { $0.account == account }.meant(by: own.object)
        }
        return switch own.deed {
        case .go, .move, .copy, .label: !meant(before).isEmpty && meant(after).isEmpty
        case .search: isLost(own.object)
        case .tag, .snooze, .run: false
        }
    }

    private func isLost(_ query: String) -> Bool {
        func missing(_ mailboxes: [Mailbox]) -> Int {
            QueryDoubt.all(in: query, mailboxes: mailboxes).count(where: \.isAboutMailbox)
        }
        return missing(after) > missing(before)
    }
}
