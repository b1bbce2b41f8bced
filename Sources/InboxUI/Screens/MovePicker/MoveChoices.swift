import Foundation
import InboxModel

/// Which mailboxes are offered, and in what order: those of the account first, then those of others, account by account. For mail of
/// several accounts the places that all of them have come before these.
struct MoveChoices: Sendable {
    private let mailboxes: [Mailbox]
    /// Where all of it is, so that it hardly is to go there.
    private let here: Set<MailboxID>
    private let places: [Set<MailboxID>]
    /// What all accounts have, where the mail is of several.
    private let common: [CommonPlace]
    /// Mailboxes chosen before, the last first.
    private let recent: [MailboxID]
    /// The places of other accounts among them.
    private let ranks: [AccountID: Int]
    private let addresses: [AccountID: String]
    /// Where a new mailbox could be made for it.
    private let home: Account?
    private let taken: Set<String>
    /// How deep mailboxes may lie there.
    private let depth: Int?
    /// Whether there are other accounts, but this one's mail cannot go there.
    let staysHere: Bool

    /// What is to go somewhere.
    struct Wanted {
        /// The accounts that it is in.
        var accounts: Set<AccountID>
        /// The mailboxes of each thread, or message, of it.
        var places: [Set<MailboxID>] = []
        /// Whether it stays where it is, too.
        var isCopy = false
    }

    init(mailboxes: [Mailbox], account: AccountID, accounts: [Account] = [], recent: [MailboxID]) {
        self.init(mailboxes: mailboxes, Wanted(accounts: [account]), accounts: accounts, recent: recent)
    }

    /// - Parameters:
    ///   - accounts: in the order of the drawer; those whose mailboxes may be offered.
    ///   - depth: how deep mailboxes may lie in the account, as far as that is known.
    init(
        mailboxes: [Mailbox], _ wanted: Wanted, accounts: [Account] = [], recent: [MailboxID], depth: Int? = nil
    ) {
        self.depth = depth
        // Of several accounts mail goes to one only where all can give it.
        let only = wanted.accounts.count == 1 ? wanted.accounts.first : nil
        let own = accounts.first { $0.id == only }
        let canGo = wanted.accounts.allSatisfy { id in accounts.contains { $0.id == id && $0.dialect.canTransfer } }
        let others = accounts.filter { $0.id != only && $0.dialect.canTransfer && canGo }
        addresses = Dictionary(others.map { ($0.id, $0.address) }) { first, _ in first }
        ranks = Dictionary(others.enumerated().map { ($1.id, $0 + 1) }) { first, _ in first }
        // A copy goes to a second place only where mail can have several.
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
        // A second place within the account: only where mail can have several, and not the trash.
        func staysToo(_ mailbox: Mailbox) -> Bool {
            !wanted.isCopy
                || !(foldersOnly.contains(mailbox.account) || mailbox.role == .trash || mailbox.role == .junk)
        }
        self.mailboxes = takers.filter {
            offered.contains($0.account)
                // Known to the other server already.
                && ($0.account == only ? staysToo($0) : $0.remoteID != nil)
        }
        common = only == nil ? takers.filter(staysToo).inCommon(wanted.accounts) : []
        self.recent = recent
        places = wanted.places
        here = Self.here(wanted.places, mailboxes)
    }

    /// What has a part elsewhere may be brought together, but in the inbox.
    private static func here(_ places: [Set<MailboxID>], _ mailboxes: [Mailbox]) -> Set<MailboxID> {
        let kept = Set(mailboxes.filter { [.sent, .drafts, .all].contains($0.role) }.map(\.id))
        let places = places.map { $0.subtracting(kept) }
        let common = places.dropFirst().reduce(places.first ?? []) { $0.intersection($1) }
        let isWhole = places.allSatisfy { $0.count == 1 }
        return Set(mailboxes.filter { common.contains($0.id) && (isWhole || $0.role == .inbox) }.map(\.id))
    }

    /// Whether there is nothing to choose, whatever is typed.
    var isEmpty: Bool { mailboxes.isEmpty && common.isEmpty && home == nil }

    /// Those whose whole name fits the letters, the best first; without letters the last used ones, then by name, and at the end
    /// where it is already. Letters find other accounts by their addresses too.
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

    /// Those of the places that all accounts have whose names fit the letters, the best first; without letters that where all of it is
    /// already stands last.
    func matchingCommon(_ letters: String) -> [CommonPlace] {
        let best = FuzzyMatch.best(common, for: letters, name: \.name)
        return letters.isEmpty ? best.filter { !isHere($0) } + best.filter(isHere) : best
    }

    /// Whether a new mailbox could be made for it.
    var mayMake: Bool { home != nil }

    /// What no mailbox of the account is called can be made.
    func new(_ letters: String) -> (name: String, account: AccountID)? {
        let name = letters.trimmingCharacters(in: .whitespaces)
        guard let home, !name.isEmpty, !taken.contains(name.lowercased()), tooDeep(name) == nil else {
            return nil
        }
        return (name, home.id)
    }

    /// What is said of a name that no mailbox can have here.
    func tooDeep(_ letters: String) -> String? {
        home == nil ? nil : Wording.tooDeep(letters, most: depth)
    }

    private func score(_ letters: String, _ mailbox: Mailbox) -> Int? {
        let name = Wording.name(of: mailbox)
        guard let address = address(of: mailbox) else { return FuzzyMatch.score(letters, in: name) }
        // A word is one of the name, or one of the address: letters that are scattered over both mean neither.
        let scores = letters.split(whereSeparator: \.isWhitespace).map { word in
            FuzzyMatch.score(String(word), in: name) ?? FuzzyMatch.score(String(word), in: address).map { $0 - 10 }
        }
        return scores.contains(nil) ? nil : scores.compactMap(\.self).reduce(0, +)
    }

    func isHere(_ mailbox: Mailbox) -> Bool { here.contains(mailbox.id) }

    func isHere(_ place: CommonPlace) -> Bool {
        !places.isEmpty && places.allSatisfy { !$0.isDisjoint(with: place.targets.values) }
    }

    /// Of the account that it belongs to, when that is another.
    func address(of mailbox: Mailbox) -> String? { addresses[mailbox.account] }

    private func rank(_ mailbox: Mailbox) -> Int {
        if let index = recent.firstIndex(of: mailbox.id) { return index }
        return recent.count + (mailbox.role == nil ? 1 : 0)
    }

    // MARK: Remembering

    /// How many are remembered.
    private static let kept = 8

    static func recent(from text: String?) -> [MailboxID] {
        (text ?? "").split(separator: " ").compactMap { Int64($0) }.map { MailboxID($0) }
    }

    static func text(of recent: [MailboxID], adding new: MailboxID) -> String {
        ([new] + recent.filter { $0 != new }).prefix(kept).map(\.description).joined(separator: " ")
    }
}
