import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// A user-defined series applied to some mail: one action of several parts.
struct SeriesOrder {
    let name: String
    /// The commands in order.
    let commands: [Action.Command]
    /// The command that decides where the selection goes: the one that removes the mail, otherwise one whose key moves to the next.
    let leading: Action.Command
    let parts: [DeedPart]
    /// The end of the snooze, if the series snoozes.
    let date: Date?
    let isOnMessages: Bool

    /// Nil where nothing is done.
    init?(_ name: String, _ acts: [LastAct], on entries: [ListEntry]) {
        guard let first = acts.first else { return nil }
        self.name = name
        commands = acts.map(\.command)
        leading =
            commands.first(where: \.takesAway) ?? commands.first { [.shake, .unread, .replyLater].contains($0) }
            ?? first.command
        parts = acts.flatMap { $0.parts(on: entries) }
        date = acts.lazy.compactMap(\.date).first
        isOnMessages = acts.contains { $0.isOnMessages }
    }
}

extension Surroundings {
    /// Returns a series applied to these rows; nil where one of its steps is impossible, which the user is told: then none of it is done.
    func order(of name: String, on entries: [ListEntry]) -> SeriesOrder? {
        guard let series = settings.series[name], let first = entries.first else { return nil }
        let onMessages = Message.id(of: first.id) != nil
        var acts: [LastAct] = []
        for step in series.steps {
            switch step {
            case .command(let command):
                acts += Series.commands.filter { $0.command == command }.map {
                    LastAct($0.does, onMessages: onMessages)
                }
            case .own(let own, let takesOff):
                guard
                    let act = act(of: own, on: entries.map(\.thread), onMessages: onMessages, puts: !takesOff)
                else { return nil }
                acts.append(act)
            }
        }
        return SeriesOrder(name, acts, on: entries)
    }

    /// Performs all of the series or nothing, and calls `refused` in the latter case.
    func act(_ order: SeriesOrder, refused: @escaping @UI @Sendable () -> Void = {}) {
        var act = LastAct(order.leading, onMessages: order.isOnMessages)
        act.series = order.name
        lastAct = act
        self.act(order.leading, on: order.parts, until: order.date, refused: refused)
    }
}

extension LastAct {
    /// Returns this action as parts: one, or one for each account where accounts have targets of their own.
    func parts(on entries: [ListEntry]) -> [DeedPart] {
        guard !targets.isEmpty else { return [part(on: entries, target)] }
        return Dictionary(grouping: entries, by: \.thread.account).sorted { $0.key < $1.key }
            .map { account, entries in part(on: entries, targets[account]) }
    }

    private func part(on entries: [ListEntry], _ target: MailboxID?) -> DeedPart {
        switch MailTargets(entries.map(\.id)) {
        case .threads(let ids): DeedPart(threads: ids, target: target, keyword: tag, command: command)
        case .messages(let ids): DeedPart(messages: ids, target: target, keyword: tag, command: command)
        }
    }
}
