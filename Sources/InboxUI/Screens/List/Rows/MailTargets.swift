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

    func part(_ command: Action.Command, target: MailboxID? = nil, keyword: Keyword? = nil) -> DeedPart {
        switch self {
        case .threads(let ids): DeedPart(threads: ids, target: target, keyword: keyword, command: command)
        case .messages(let ids): DeedPart(messages: ids, target: target, keyword: keyword, command: command)
        }
    }

    /// `this thread`, `3 messages`.
    var words: String {
        let noun = if case .threads = self { "thread" } else { "message" }
        return count == 1 ? "this \(noun)" : Wording.count(count, noun)
    }
}

extension Surroundings {
    /// - Parameter notDone: Called when the action could not be performed, or changed nothing.
    func act(
        _ command: Action.Command, on targets: MailTargets, target: MailboxID? = nil,
        notDone: @escaping @UI @Sendable (NotDone) -> Void = { _ in }
    ) { act(command, on: [targets.part(command, target: target)], until: nil, notDone: notDone) }

    /// Snoozes mail until a time; nil brings snoozed mail back.
    func snooze(
        _ targets: MailTargets, until date: Date?, notDone: @escaping @UI @Sendable (NotDone) -> Void = { _ in }
    ) {
        let command: Action.Command = date == nil ? .wake : .snooze
        act(command, on: [targets.part(command)], until: date ?? clock.now(), notDone: notDone)
    }
}
