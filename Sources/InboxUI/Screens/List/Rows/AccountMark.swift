import InboxModel
import TerminalUI

/// The mark that tells rows of several accounts apart: a letter and a colour.
struct AccountMark: Hashable, Sendable {
    var letter: String
    var role: Role

    private static let roles: [Role] = [.accent, .star, .ok, .quote2, .quote3]

    /// Returns the marks of the accounts: the first letter of each address that no earlier account has, otherwise a number.
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
