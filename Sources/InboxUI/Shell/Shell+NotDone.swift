import InboxKit
import InboxModel
import InboxStore

/// What the user wants done to mail.
struct Order: Sendable {
    var command: Action.Command
    var parts: [DeedPart]

    init(_ command: Action.Command, on parts: [DeedPart]) {
        self.command = command
        self.parts = parts
    }
}

extension Shell {
    /// Says why nothing came of an order: what the store did not keep is named, so that it can be done again.
    func sayNotDone(_ order: Order?, _ error: SessionError) {
        if isEnding, case .store(let reason) = error, [.locked, .diskFull].contains(reason) {
            storeTakesNothing = true
        }
        say(Wording.notDone(order.map { words($0) }, error), kind: .failure, undo: false)
    }

    /// `star “Lunch on Friday?”`, `archive 3 threads`.
    func words(_ order: Order) -> String {
        let (threads, messages) = (order.parts.flatMap(\.threads), order.parts.flatMap(\.messages))
        let what: String
        if messages.count == 1 {
            what = ((try? session.message(messages[0])) ?? nil)?.subject ?? ""
        } else if !messages.isEmpty {
            what = "\(messages.count) messages"
        } else if threads.count == 1 {
            what = ((try? session.thread(threads[0])) ?? nil)?.subject ?? ""
        } else {
            what = "\(threads.count) threads"
        }
        return "\(Wording.infinitive(order.command)) \(Wording.title(what))"
    }
}
