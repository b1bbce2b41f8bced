import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The mail that a command acts on: whole conversations, or single messages.
enum MailTargets: Hashable, Sendable {
    case threads([ThreadID])
    case messages([MessageID])

    /// The targets for rows, which are all of one kind.
    init(_ rows: [RowID]) {
        let messages = rows.compactMap { Message.id(of: $0) }
        self = messages.isEmpty ? .threads(rows.compactMap { MailThread.id(of: $0) }) : .messages(messages)
    }

    var count: Int {
        switch self {
        case .threads(let ids): ids.count
        case .messages(let ids): ids.count
        }
    }

    var areMessages: Bool { if case .messages = self { true } else { false } }

    func part(_ command: Action.Command) -> DeedPart {
        switch self {
        case .threads(let ids): DeedPart(threads: ids, command: command)
        case .messages(let ids): DeedPart(messages: ids, command: command)
        }
    }

    /// `this thread`, `3 messages`.
    var words: String {
        let noun = if case .threads = self { "thread" } else { "message" }
        return count == 1 ? "this \(noun)" : Wording.count(count, noun)
    }
}

extension Surroundings {
    func act(_ command: Action.Command, on targets: MailTargets, target: MailboxID?) {
        switch targets {
        case .threads(let ids): act(command, on: ids, target: target)
        case .messages(let ids): act(command, onMessages: ids, target: target)
        }
    }

    /// Performs an action, and calls `refused` if it could not be performed.
    func act(_ command: Action.Command, on targets: MailTargets, refused: @escaping @UI @Sendable () -> Void) {
        switch targets {
        case .threads(let ids): act(command, on: ids, target: nil, refused: refused)
        case .messages(let ids): act(command, onMessages: ids, target: nil, refused: refused)
        }
    }

    func snooze(_ targets: MailTargets, until date: Date?) {
        switch targets {
        case .threads(let ids): snooze(ids, until: date)
        case .messages(let ids): snooze(messages: ids, until: date)
        }
    }
}
