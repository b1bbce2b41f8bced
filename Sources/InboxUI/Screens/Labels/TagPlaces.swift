import InboxModel

/// Those of some threads, perhaps of several accounts, that can have a tag, because their account's server keeps tags.
struct TagPlaces {
    let threads: [MailThread]
    /// The accounts of all of the threads.
    let accounts: Set<AccountID>
    /// For each of the given threads, whether it is in `threads`.
    let areKept: [Bool]
    /// The addresses of the accounts that keep no tags.
    private let others: [String]

    /// - Parameter owners: The accounts of the threads.
    init(_ threads: [MailThread], _ owners: [Account]) {
        let keeping = Set(owners.lazy.filter(\.keepsTags).map(\.id))
        areKept = threads.map { keeping.contains($0.account) }
        self.threads = threads.filter { keeping.contains($0.account) }
        let met = Set(threads.map(\.account))
        accounts = met
        others = owners.filter { met.contains($0.id) && !$0.keepsTags }.map { Wording.line($0.address) }
    }

    func areAll(_ tag: Keyword) -> Bool { threads.allSatisfy { $0.tags.contains(tag) } }

    /// Why some of the mail stays unchanged; nil where none does.
    var rest: String? {
        guard let first = others.first else { return nil }
        return others.count == 1 ? "\(first) can't keep tags" : "\(others.count) accounts can't keep tags"
    }

    /// Why none of the threads can have a tag.
    var refusal: String {
        guard let first = others.first, others.count == 1 else { return "These accounts can't keep tags" }
        return "The server of \(first) can't keep tags"
    }
}

extension MailTargets {
    /// Returns the targets whose flag is true.
    func only(_ areKept: [Bool]) -> MailTargets {
        switch self {
        case .threads(let ids): .threads(zip(ids, areKept).lazy.filter(\.1).map(\.0))
        case .messages(let ids): .messages(zip(ids, areKept).lazy.filter(\.1).map(\.0))
        }
    }
}
