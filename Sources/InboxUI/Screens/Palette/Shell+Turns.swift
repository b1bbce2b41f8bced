import InboxKit

extension Shell {
    /// Returns what undo and redo would do now, for contexts in which the keys are about actions on mail.
    func turns(in context: KeyContext) -> [Command: String] {
        guard context != .contacts else { return [:] }
        var turns: [Command: String] = [:]
        for command in [Command.undo, .redo] {
            let deed = try? session.nextDeed(undoing: command == .undo)
            turns[command] = deed.map { Wording.next($0, command) }
        }
        // The message that was sent last is taken back before earlier actions.
        switch unsent.next?.subject {
        case .message: turns[.undo] = "undo: the message that is about to leave"
        case .step: turns[.undo] = "undo: the card that was laid aside"
        case nil: break
        }
        return turns
    }
}
