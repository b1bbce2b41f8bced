import Foundation
import InboxModel

/// The mailboxes offered, and their order: those of the mail's account first, then those of other accounts, one account after the other.
/// For mail of several accounts, the mailboxes that all of them have come first.
struct MoveChoices: Sendable {
    private let mailboxes: [Mailbox]
    /// The mailboxes that contain all of the mail, which are hardly meant.
    private let here: Set<MailboxID>
    private let places: [Set<MailboxID>]
    /// The mailboxes that all accounts have, for mail of several accounts.
    private let common: [CommonPlace]
    /// The mailboxes chosen before, the last one first.
    private let recent: [MailboxID]
    /// The rank of each other account in the order.
    private let ranks: [AccountID: Int]
    private let addresses: [AccountID: String]
    /// The account in which a new mailbox could be created for the mail.
    private let home: Account?
    private let taken: Set<String>
    /// The maximum nesting of mailboxes there.
    private let depth: Int?
    /// Whether there are other accounts, but mail of this one cannot go there.
    let staysHere: Bool

    /// The mail to move or copy.
    struct Wanted {
        /// The accounts of the mail.
        var accounts: Set<AccountID>
        /// The mailboxes of each thread or message.
        var places: [Set<MailboxID>] = []
        /// Whether the mail also stays where it is.
        var isCopy = false
    }

    /// - Parameters:
    ///   - accounts: The accounts whose mailboxes may be offered, in the order of the drawer.
    ///   - depth: The maximum nesting of mailboxes in the account, if known.
    init(
        mailboxes: [Mailbox], _ wanted: Wanted, accounts: [Account] = [], recent: [MailboxID], depth: Int? = nil
    ) {
        self.depth = depth
        // Mail of several accounts can go to a single account only if all of them can give it away.
        let only = wanted.accounts.count == 1 ? wanted.accounts.first : nil
        let own = accounts.first { $0.id == only }
        let canGo = wanted.accounts.allSatisfy { id in accounts.contains { $0.id == id && $0.dialect.canTransfer } }
        let others = accounts.filter { $0.id != only && $0.dialect.canTransfer && canGo }
        addresses = Dictionary(others.map { ($0.id, $0.address) }) { first, _ in first }
        ranks = Dictionary(others.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
        // A copy can go to a second mailbox only if mail can be in several.
        home = own.flatMap { $0.isReadOnly || (wanted.isCopy && !$0.hasLabels) ? nil : $0 }
        taken = Set(
            mailboxes.filter { $0.account == only }.flatMap {
                [$0.name.lowercased(), Wording.name(of: $0).lowercased()]
            })
        staysHere = others.isEmpty && accounts.contains { $0.id != only && !$0.isReadOnly }
        let offered = Set([only].compactMap(\.self) + others.map(\.id))
        let takers = mailboxes.filter {
            $0.role != .drafts && $0.role != .sent && $0.rights.contains(.addItems)
        }
        let foldersOnly = Set(accounts.lazy.filter { !$0.hasLabels }.map(\.id))
        // A second mailbox within the account: only if mail can be in several, and not the trash or junk.
        func staysToo(_ mailbox: Mailbox) -> Bool {
            !wanted.isCopy
                || !(foldersOnly.contains(mailbox.account) || mailbox.role == .trash || mailbox.role == .junk)
        }
        self.mailboxes = takers.filter {
            offered.contains($0.account)
                // The other server must already know the mailbox.
                && ($0.account == only ? staysToo($0) : $0.remoteID != nil)
        }
        common = only == nil ? takers.filter(staysToo).inCommon(wanted.accounts) : []
        self.recent = recent
        places = wanted.places
        here = Self.here(wanted.places, mailboxes)
    }

    /// Returns the mailboxes that contain all of the mail. Mail that is also elsewhere may be moved to gather it, so then only the inbox
    /// counts.
    private static func here(_ places: [Set<MailboxID>], _ mailboxes: [Mailbox]) -> Set<MailboxID> {
        let kept = Set(mailboxes.filter { [.sent, .drafts, .all].contains($0.role) }.map(\.id))
        let places = places.map { $0.subtracting(kept) }
        let common = places.dropFirst().reduce(places.first ?? []) { $0.intersection($1) }
        let isWhole = places.allSatisfy { $0.count == 1 }
        return Set(mailboxes.filter { common.contains($0.id) && (isWhole || $0.role == .inbox) }.map(\.id))
    }

    /// Whether there is nothing to choose, whatever the user types.
    var isEmpty: Bool { mailboxes.isEmpty && common.isEmpty && home == nil }

    /// Returns the mailboxes whose whole name matches the letters, best first. Without letters, the last used ones come first, then the
    /// others by name, and last those that contain the mail already. Letters also find other accounts by their addresses.
    func matching(_ letters: String) -> [Mailbox] {
        let scored = mailboxes.compactMap { mailbox in score(letters, mailbox).map { (mailbox, score: $0) } }
        return scored.sorted { left, right in
            let accounts = (ranks[left.0.account] ?? 0, ranks[right.0.account] ?? 0)
            if letters.isEmpty, isHere(left.0) != isHere(right.0) { return isHere(right.0) }
            if letters.isEmpty, accounts.0 != accounts.1 { return accounts.0 < accounts.1 }
            if left.score != right.score { return left.score > right.score }
            if accounts.0 != accounts.1 { return accounts.0 < accounts.1 }
            let ranks = (rank(left.0), rank(right.0))
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            return Wording.name(of: left.0).lowercased() < Wording.name(of: right.0).lowercased()
        }.map(\.0)
    }

    /// Returns the common mailboxes whose names match the letters, best first. Without letters, those that contain all of the mail already
    /// come last.
    func matchingCommon(_ letters: String) -> [CommonPlace] {
        let best = FuzzyMatch.best(common, for: letters, name: \.name)
        return letters.isEmpty ? best.filter { !isHere($0) } + best.filter(isHere) : best
    }

    /// Whether a new mailbox could be created for the mail.
    var mayMake: Bool { home != nil }

    /// Returns a new mailbox of that name, if no mailbox of the account has it.
    func new(_ letters: String) -> (name: String, account: AccountID)? {
        let name = letters.trimmingCharacters(in: .whitespaces)
        guard let home, !name.isEmpty, !taken.contains(name.lowercased()), tooDeep(name) == nil else {
            return nil
        }
        return (name, home.id)
    }

    /// Returns why a name is nested too deeply here; nil when it is not.
    func tooDeep(_ letters: String) -> String? {
        home == nil ? nil : Wording.tooDeep(letters, most: depth)
    }

    private func score(_ letters: String, _ mailbox: Mailbox) -> Int? {
        let name = Wording.name(of: mailbox)
        guard let address = address(of: mailbox) else { return FuzzyMatch.score(letters, in: name) }
        // Each word must match either the name or the address, since letters scattered over both mean neither.
        let scores = letters.split(whereSeparator: \.isWhitespace).map { word in
            FuzzyMatch.score(String(word), in: name) ?? FuzzyMatch.score(String(word), in: address).map { $0 - 10 }
        }
        return scores.contains(nil) ? nil : scores.compactMap(\.self).reduce(0, +)
    }

    func isHere(_ mailbox: Mailbox) -> Bool { here.contains(mailbox.id) }

    func isHere(_ place: CommonPlace) -> Bool {
        !places.isEmpty && places.allSatisfy { !$0.isDisjoint(with: place.targets.values) }
    }

    /// Returns the address of the mailbox's account, if that is another account.
    func address(of mailbox: Mailbox) -> String? { addresses[mailbox.account] }

    private func rank(_ mailbox: Mailbox) -> Int {
        if let index = recent.firstIndex(of: mailbox.id) { return index }
        return recent.count + (mailbox.role == nil ? 1 : 0)
    }

    // MARK: Remembering

    /// The number of remembered mailboxes.
    private static let kept = 8

    static func recent(from text: String?) -> [MailboxID] {
        (text ?? "").split(separator: " ").compactMap { Int64($0) }.map { MailboxID($0) }
    }

    static func text(of recent: [MailboxID], adding new: MailboxID) -> String {
        ([new] + recent.filter { $0 != new }).prefix(kept).map(\.description).joined(separator: " ")
    }
}
