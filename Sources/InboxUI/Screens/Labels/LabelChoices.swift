import Foundation
import InboxModel

/// Which labels are offered for some threads, and in what order.
struct LabelChoices: Sendable {
    enum Choice: Hashable, Sendable {
        case label(MailboxID)
        /// A label of that name is made.
        case new(String)
    }

    private let labels: [Mailbox]
    /// Labels chosen before, the last first.
    private let recent: [MailboxID]
    /// How deep labels may lie.
    private let depth: Int?

    init(mailboxes: [Mailbox], account: AccountID, recent: [MailboxID], depth: Int? = nil) {
        self.depth = depth
        labels = mailboxes.filter { $0.account == account && $0.role == nil }
            .sorted { $0.name.lowercased() < $1.name.lowercased() }
        self.recent = recent
    }

    /// Those whose whole name fits the letters, the best first; without letters the last used ones, then by name. What
    /// no label is called can be made.
    func matching(_ letters: String) -> [Choice] {
        let used = recent.compactMap { id in labels.first { $0.id == id } }
        let ordered = used + labels.filter { !recent.contains($0.id) }
        let name = letters.trimmingCharacters(in: .whitespaces)
        let known = FuzzyMatch.best(ordered, for: letters, name: \.name).map { Choice.label($0.id) }
        let isNew =
            !name.isEmpty && Wording.tooDeep(name, most: depth) == nil
            && !labels.contains { $0.name.lowercased() == name.lowercased() }
        return isNew ? known + [.new(name)] : known
    }

    func name(of choice: Choice) -> String {
        switch choice {
        case .label(let id): labels.first { $0.id == id }.map { Wording.line($0.name) } ?? ""
        case .new(let name): "make “\(Wording.line(name))”"
        }
    }
}
