import InboxKit

extension Shell {
    /// What undo and redo would do now, said before they do it: where the keys mean what was done to mail.
    func turns(in context: KeyContext) -> [Command: String] {
        guard context != .contacts else { return [:] }
        var turns: [Command: String] = [:]
        for command in [Command.undo, .redo] {
            let deed = (try? session.nextDeed(undoing: command == .undo)) ?? nil
            turns[command] = deed.map { Wording.next($0, command) }
        }
        // What was sent last is taken back before what was done before it.
        if unsent.next(at: .now) != nil { turns[.undo] = "undo: the message that is about to leave" }
        return turns
    }
}
