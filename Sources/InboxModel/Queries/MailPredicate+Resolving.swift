public import Foundation

extension MailPredicate {
    /// Returns the predicate in the form that SQL and memory test: with mailboxes as ids, the user as addresses, and spans and named
    /// days as times.
    ///
    /// A mailbox that does not exist selects nothing.
    /// - Parameters:
    ///   - mailboxes: evaluated only if the predicate names a mailbox.
    ///   - own: the user's addresses; evaluated only if the predicate names the user.
    public func resolved(
        mailboxes: @autoclosure () throws -> [Mailbox], own: @autoclosure () throws -> [String], now: Date,
        calendar: Calendar = .current
    ) rethrows -> MailPredicate {
        let mailboxes = namesMailboxes ? try mailboxes() : []
        let own = namesUser ? try own() : []
        func resolve(_ predicate: MailPredicate) -> MailPredicate {
            switch predicate {
            case .all(let parts): .all(parts.map(resolve))
            case .any(let parts): .any(parts.map(resolve))
            case .not(let part): .not(resolve(part))
            case .mailbox(.ids): predicate
            case .mailbox(let reference): .mailbox(.ids(Set(mailboxes.filter(reference.means).map(\.id))))
            case .own(let field): field.means(own)
            default: predicate.timed(at: now, calendar: calendar)
            }
        }
        return resolve(self)
    }

    /// Returns a condition relative to the clock as one with a fixed time; any other one unchanged.
    package func timed(at now: Date, calendar: Calendar) -> MailPredicate {
        switch self {
        case .newer(let span): .receivedSince(span.before(now, calendar: calendar))
        case .older(let span): .receivedBefore(span.before(now, calendar: calendar))
        case .sinceDay(let day): .receivedSince(day.begin(at: now, calendar: calendar))
        case .beforeDay(let day): .receivedBefore(day.begin(at: now, calendar: calendar))
        default: self
        }
    }

    /// Resolves the predicate without a user.
    public func resolved(mailboxes: @autoclosure () throws -> [Mailbox], now: Date, calendar: Calendar = .current)
        rethrows -> MailPredicate
    {
        try resolved(mailboxes: mailboxes(), own: [], now: now, calendar: calendar)
    }

    /// Returns the predicate with the user replaced by these addresses.
    public func naming(own: [String]) -> MailPredicate {
        switch self {
        case .all(let parts): .all(parts.map { $0.naming(own: own) })
        case .any(let parts): .any(parts.map { $0.naming(own: own) })
        case .not(let part): .not(part.naming(own: own))
        case .own(let field): field.means(own)
        default: self
        }
    }

    /// Returns the predicate with the names of accounts replaced by their ids. A name that means no account, or several, selects nothing.
    /// - Parameter accounts: evaluated only if the predicate names an account.
    public func resolved(accounts: @autoclosure () throws -> [Account]) rethrows -> MailPredicate {
        guard namesAccounts else { return self }
        let accounts = try accounts()
        func named(_ predicate: MailPredicate) -> MailPredicate {
            switch predicate {
            case .all(let parts): .all(parts.map(named))
            case .any(let parts): .any(parts.map(named))
            case .not(let part): .not(named(part))
            case .accountNamed(let name): accounts.named(name).map { .account($0.id) } ?? .nothing
            default: predicate
            }
        }
        return named(self)
    }

    private var namesAccounts: Bool { mentions { if case .accountNamed = $0 { true } else { false } } }

    /// Whether any part of the predicate is about the user, whose addresses may change with the accounts, or names an account.
    public var namesUser: Bool { namesAccounts || mentions { if case .own = $0 { true } else { false } } }

    /// How often the result must be refreshed because time passes, as precisely as the spans and days require; nil if time changes nothing.
    package var pulse: Duration? {
        switch self {
        case .all(let parts), .any(let parts): parts.compactMap(\.pulse).min()
        case .not(let part): part.pulse
        case .newer(let span), .older(let span): span.unit.pulse
        // A day begins at an exact minute.
        case .sinceDay, .beforeDay: .seconds(60)
        default: nil
        }
    }

    /// Whether any part of the predicate names a mailbox other than by id.
    private var namesMailboxes: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.namesMailboxes)
        case .not(let part): part.namesMailboxes
        case .mailbox(.ids): false
        case .mailbox: true
        default: false
        }
    }

    /// Whether any part of the predicate searches for words, which rows in memory do not have.
    public var needsWords: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.needsWords)
        case .not(let part): part.needsWords
        case .words: true
        default: false
        }
    }
}

extension Span.Unit {
    fileprivate var pulse: Duration {
        switch self {
        case .minutes: .seconds(30)
        case .hours: .seconds(300)
        case .days, .weeks, .months, .years: .seconds(3_600)
        }
    }
}

extension MailPredicate.AddressField {
    /// Matches any of these addresses in the field.
    fileprivate func means(_ addresses: [String]) -> MailPredicate {
        .any(addresses.map { .address(self, pattern: TextPattern.whole($0)) })
    }
}

extension MailboxReference {
    public func means(_ mailbox: Mailbox) -> Bool {
        switch self {
        case .role(let role): mailbox.role == role
        case .name(let name): mailbox.isNamed(name)
        case .ids(let ids): ids.contains(mailbox.id)
        }
    }
}

extension [Account] {
    /// Returns the account that a name in a query means; nil if there is none, or several.
    public func named(_ name: String) -> Account? {
        let wanted = name.lowercased()
        let addressed = filter { $0.address.lowercased() == wanted }
        let meant = addressed.isEmpty ? filter { $0.isCalled(wanted) } : addressed
        return meant.count == 1 ? meant[0] : nil
    }
}

extension Account {
    /// - Parameter name: in lower case.
    fileprivate func isCalled(_ name: String) -> Bool {
        let parts = address.lowercased().split(separator: "@").map(String.init)
        return !name.isEmpty && (self.name.lowercased() == name || parts.contains(name))
    }
}

extension Mailbox {
    /// Whether a mailbox name in a query means this mailbox: its full name or the last level.
    public func isNamed(_ name: String) -> Bool {
        let wanted = name.lowercased()
        let own = self.name.lowercased()
        return own == wanted || own.split(separator: "/").last.map(String.init) == wanted
    }
}
