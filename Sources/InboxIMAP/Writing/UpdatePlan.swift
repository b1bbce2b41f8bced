import InboxModel

/// The commands by which many messages are changed: the same change of messages in the same folder is one command.
///
/// Copies are made before any is deleted, and flags are set before copies are made, which take them along.
struct UpdatePlan: Equatable {
    /// What is known of the account.
    struct Places {
        var folders: [Int64: IndexedFolder]
        /// Whether messages have labels, of which each is a folder: what is taken out of one is still in the folder of all mail.
        var isGmail = false
        /// Folders that take no flags but those of the standard.
        var withoutKeywords: Set<Int64> = []

        init(_ folders: [IndexedFolder], isGmail: Bool = false, withoutKeywords: Set<Int64> = []) {
            self.folders = Dictionary(folders.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            (self.isGmail, self.withoutKeywords) = (isGmail, withoutKeywords)
        }

        func folder(of mailbox: RemoteID) -> Int64? { folders.values.first { $0.mailbox == mailbox }?.id }
        func folder(for role: MailboxRole) -> Int64? { folders.values.first { $0.role == role }?.id }
    }

    enum Work: Hashable {
        case store(in: Int64, add: Set<String>, remove: Set<String>)
        case copy(from: Int64, to: Int64)
        case move(from: Int64, to: Int64)
        case delete(in: Int64)
        /// The server does this by itself.
        case forget(in: Int64)

        fileprivate var rank: Int {
            switch self {
            case .store: 0
            case .copy: 1
            case .move: 2
            case .delete: 3
            case .forget: 4
            }
        }
    }

    /// A copy of a message.
    struct Target: Hashable {
        var uid: UInt32
        var message: RemoteID
    }

    struct Step: Equatable {
        var work: Work
        var targets: [Target]
    }

    private(set) var steps: [Step] = []
    private(set) var refusals: [RemoteID: RemoteError] = [:]
    /// Copies without which a message would be lost by a deletion: one of them must still be there.
    private(set) var relies: [RemoteID: [IndexedCopy]] = [:]

    /// - Parameter messages: the messages of the updates. Those that are missing are refused as gone.
    init(_ updates: [RemoteID: RemoteUpdate], of messages: [RemoteID: IndexedMessage], in places: Places) {
        var groups: [Work: Int] = [:]
        for (id, update) in updates.sorted(by: { $0.key < $1.key }) {
            guard let message = messages[id] else {
                refusals[id] = Self.gone
                continue
            }
            var one = MessagePlan(message, in: places)
            do throws(RemoteError) {
                try one.mark(update)
                try one.place(update)
            } catch {
                refusals[id] = error
                continue
            }
            if !one.relies.isEmpty { relies[id] = one.relies }
            for (work, uid) in one.work {
                let place = groups[work] ?? steps.count
                if groups[work] == nil {
                    groups[work] = place
                    steps.append(Step(work: work, targets: []))
                }
                steps[place].targets.append(Target(uid: uid, message: id))
            }
        }
        // Stable: steps of a kind stay in the order in which they came up.
        steps = steps.enumerated().sorted { ($0.element.work.rank, $0.offset) < ($1.element.work.rank, $1.offset) }
            .map(\.element)
    }

    static let gone = RemoteError(.notFound(message: "the message is gone"), call: "STORE", type: "notFound")

    /// The folders to which copies are made, which must not be made twice. Moves count: what is moved out of a second folder has a copy
    /// there already if a move out of the first one got no answer.
    var copied: Set<Int64> { Set(steps.compactMap(\.work.target)) }
}

extension UpdatePlan.Work {
    /// The folder to which it copies.
    var target: Int64? {
        switch self {
        case .copy(_, let target), .move(_, let target): target
        case .store, .delete, .forget: nil
        }
    }
}
