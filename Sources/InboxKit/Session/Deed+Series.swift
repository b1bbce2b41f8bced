import InboxModel

/// Joins commands that were done one after the other to the same mail into one deed.
extension Deed {
    /// Groups deeds that are one step: the same command for other mail, or with the same mailbox or tag.
    static func inTurn(_ deeds: [Deed]) -> [[Deed]] {
        var steps: [[Deed]] = []
        for deed in deeds {
            if let step = steps.lastIndex(where: { $0.allSatisfy(deed.isOneStep) }) {
                steps[step].append(deed)
            } else {
                steps.append([deed])
            }
        }
        return steps
    }

    private func isOneStep(with other: Deed) -> Bool {
        guard command.step == other.command.step else { return false }
        if target == other.target, tag == other.tag { return true }
        return messages.isEmpty || other.messages.isEmpty
            ? Set(threads).isDisjoint(with: other.threads) : Set(messages).isDisjoint(with: other.messages)
    }

    /// Joins steps into one deed, which is named after the first of them; nil if there are no steps.
    /// - Parameter title: returns a title for threads, used if the steps did not all change the same mail.
    static func series(_ steps: [Deed], title: ([ThreadID]) throws -> String) rethrows -> Deed? {
        guard var deed = steps.first, steps.count > 1 else { return steps.first }
        if steps.contains(where: { $0.threads != deed.threads || $0.messages != deed.messages }) {
            deed.threads = steps.flatMap(\.threads).uniqued
            deed.messages = steps.flatMap(\.messages).uniqued
            deed.title = try title(deed.threads)
        }
        deed.threadMessages = 0
        deed.others = Array(steps.dropFirst())
        return deed
    }
}

extension Action.Command {
    /// The command as the user sees it: a transfer to another account is a move, and a copy within an account that has labels is a
    /// label.
    fileprivate var step: Action.Command {
        switch self {
        case .transfer: .move
        case .copy: .label
        default: self
        }
    }
}

extension Array where Element: Hashable {
    /// The elements without later duplicates.
    var uniqued: [Element] {
        var met: Set<Element> = []
        return filter { met.insert($0).inserted }
    }
}
