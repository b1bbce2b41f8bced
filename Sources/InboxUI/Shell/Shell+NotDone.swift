import InboxKit
import InboxModel
import InboxStore

/// An order of the user to act on mail.
struct Order: Sendable {
    var command: Action.Command
    var parts: [DeedPart]

    init(_ command: Action.Command, on parts: [DeedPart]) {
        self.command = command
        self.parts = parts
    }

    /// The distinct commands of the parts, in order.
    var commands: [Action.Command] {
        var met: Set<Action.Command> = []
        return parts.map { $0.command ?? command }.filter { met.insert($0).inserted }
    }
}

extension Shell {
    /// Says why an order failed. What the store did not keep is named, so that the user can repeat it.
    func sayNotDone(_ order: Order?, _ error: SessionError) {
        if isEnding, case .store(let reason) = error {
            switch reason {
            case .locked, .diskFull, .quotaUsed, .moved: storeTakesNothing = true
            default: break
            }
        }
        say(Wording.notDone(order.map { words($0) }, error), kind: .failure)
    }

    /// `star “Lunch on Friday?”`, `archive 3 threads`.
    func words(_ order: Order) -> String {
        let (threads, messages) = (Set(order.parts.flatMap(\.threads)), Set(order.parts.flatMap(\.messages)))
        let what: String
        if messages.count == 1, let message = messages.first {
            what = (try? session.message(message))?.subject ?? ""
        } else if !messages.isEmpty {
            what = "\(messages.count) messages"
        } else if threads.count == 1, let thread = threads.first {
            what = (try? session.thread(thread))?.subject ?? ""
        } else {
            what = "\(threads.count) threads"
        }
        // Drafts are discarded in one deed with other mail, for which the command is another one.
        let all = order.commands
        let commands = all.count > 1 ? all.filter { $0 != .deleteDraft } : all
        return Wording.order(commands, Wording.title(what), areSeveral: max(threads.count, messages.count) > 1)
    }
}
