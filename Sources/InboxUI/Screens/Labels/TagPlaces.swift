import InboxModel

/// Which of some threads, perhaps of several accounts, can have a tag: those of accounts whose servers keep tags.
struct TagPlaces {
    let threads: [MailThread]
    /// The accounts of all of the threads.
    let accounts: Set<AccountID>
    /// For each thread, whether it is among them.
    let areKept: [Bool]
    /// The addresses of the accounts that keep none.
    private let others: [String]

    /// - Parameter owners: the accounts of the threads.
    init(_ threads: [MailThread], _ owners: [Account]) {
        let keeping = Set(owners.lazy.filter(\.keepsTags).map(\.id))
        areKept = threads.map { keeping.contains($0.account) }
        self.threads = threads.filter { keeping.contains($0.account) }
        let met = Set(threads.map(\.account))
        accounts = met
        others = owners.filter { met.contains($0.id) && !$0.keepsTags }.map { Wording.line($0.address) }
    }

    func areAll(_ tag: Keyword) -> Bool { threads.allSatisfy { $0.tags.contains(tag) } }

    /// Why some are left as they are; nil where none is.
    var rest: String? {
        guard let first = others.first else { return nil }
        return others.count == 1 ? "\(first) keeps no tags" : "\(others.count) accounts keep no tags"
    }

    /// Why none can have one.
    var refusal: String {
        guard let first = others.first, others.count == 1 else { return "The servers of these accounts keep no tags" }
        return "The server of \(first) keeps no tags"
    }
}

extension MailTargets {
    /// Those for which that is so.
    func only(_ areKept: [Bool]) -> MailTargets {
        switch self {
        case .threads(let ids): .threads(zip(ids, areKept).lazy.filter(\.1).map(\.0))
        case .messages(let ids): .messages(zip(ids, areKept).lazy.filter(\.1).map(\.0))
        }
    }
}
