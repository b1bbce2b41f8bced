import InboxModel
import TerminalUI

/// What tells rows of several accounts apart: a letter and a colour for each.
struct AccountMark: Hashable, Sendable {
    var letter: String
    var role: Role

    private static let roles: [Role] = [.accent, .star, .ok, .quote2, .quote3]

    /// The first letter of each address that no account before has: the name's letters, then those of the domain, then numbers.
    static func all(of accounts: [Account]) -> [AccountID: AccountMark] {
        var taken: Set<String> = []
        var marks: [AccountID: AccountMark] = [:]
        for (number, account) in accounts.enumerated() {
            let letters = Wording.line(account.address).uppercased().filter { $0.isLetter || $0.isNumber }.map(
                String.init)
            let letter = letters.first { !taken.contains($0) } ?? String(number + 1)
            taken.insert(letter)
            marks[account.id] = AccountMark(letter: letter, role: roles[number % roles.count])
        }
        return marks
    }
}
