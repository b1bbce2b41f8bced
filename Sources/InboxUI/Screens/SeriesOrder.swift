import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// A user-defined series, or several labels and tags, applied to some mail: one action of several parts.
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
    /// The labels and tags; empty for a series.
    let together: [LastAct]
    /// Why some of the mail stays unchanged.
    let rest: String?

    /// Nil where nothing is done.
    init?(_ name: String, _ acts: [LastAct], on entries: [ListEntry]) {
        self.init(name, acts, acts.flatMap { $0.parts(on: entries) })
    }

    /// Labels and tags to add and to remove.
    init?(labels: [LastAct], on targets: MailTargets, leaving rest: String?) {
        self.init(LastAct.labels, labels, labels.map { $0.part(on: targets) }, together: labels, rest: rest)
    }

    private init?(
        _ name: String, _ acts: [LastAct], _ parts: [DeedPart], together: [LastAct] = [], rest: String? = nil
    ) {
        guard let first = acts.first else { return nil }
        self.name = name
        self.parts = parts
        self.together = together
        self.rest = rest
        commands = acts.map(\.command)
        leading =
            commands.first(where: \.takesAway) ?? commands.first { [.shake, .unread, .replyLater].contains($0) }
            ?? first.command
        date = acts.lazy.compactMap(\.date).first
        isOnMessages = acts.contains { $0.isOnMessages }
    }
}

extension Surroundings {
    /// Returns a series applied to these rows; nil where one of its steps is impossible, which the user is told: then none of it is done.
    func order(of name: String, on entries: [ListEntry]) -> SeriesOrder? {
        if name == LastAct.labels, let labels = lastAct?.together, !labels.isEmpty {
            return order(again: labels, on: entries)
        }
        guard let series = settings.series(named: name), let first = entries.first else { return nil }
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

    /// Returns the same labels and tags for other mail; nil where they mean nothing there, which the user is told.
    private func order(again labels: [LastAct], on entries: [ListEntry]) -> SeriesOrder? {
        let threads = entries.map(\.thread)
        guard labels.allSatisfy({ $0.isMeant(for: threads) }) else {
            say("Those labels and tags belong to another account", kind: .info)
            return nil
        }
        let targets = MailTargets(entries.map(\.id))
        guard labels.contains(where: { $0.tag != nil }) else {
            return SeriesOrder(labels: labels, on: targets, leaving: nil)
        }
        let places = TagPlaces(threads, session.knownAccounts)
        guard !places.threads.isEmpty else {
            say(places.refusal, kind: .warning)
            return nil
        }
        return SeriesOrder(labels: labels, on: targets.only(places.areKept), leaving: places.rest)
    }

    /// Performs all of the series or nothing, and calls `notDone` in the latter case.
    func act(_ order: SeriesOrder, notDone: @escaping @UI @Sendable (NotDone) -> Void = { _ in }) {
        var act = LastAct(order.leading, onMessages: order.isOnMessages)
        (act.series, act.together) = (order.name, order.together)
        lastAct = act
        guard let rest = order.rest else {
            return self.act(order.leading, on: order.parts, until: order.date, notDone: notDone)
        }
        let (command, parts) = (order.leading, order.parts)
        self.act(saying: { "\(Wording.done($0)); \(rest)" }, otherwise: Wording.nothingInSeries) {
            session async throws(SessionError) in try await session.perform(command, on: parts)
        }
    }
}

extension LastAct {
    /// Returns this action as parts: one, or one for each account where accounts have targets of their own.
    func parts(on entries: [ListEntry]) -> [DeedPart] {
        guard !targets.isEmpty else { return [part(on: MailTargets(entries.map(\.id)))] }
        return Dictionary(grouping: entries, by: \.thread.account).sorted { $0.key < $1.key }
            .map { account, entries in
                MailTargets(entries.map(\.id)).part(command, target: targets[account], keyword: tag)
            }
    }

    func part(on targets: MailTargets) -> DeedPart { targets.part(command, target: target, keyword: tag) }
}
