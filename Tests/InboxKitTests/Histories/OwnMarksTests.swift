import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// Marks that no server keeps, as those of snoozing: once lost, nothing brings them back. `OWN_MARKS=5000` runs that many seeds.
@Suite("Own marks")
struct OwnMarksTests {
    private static let seeds = 0..<(ProcessInfo.processInfo.environment["OWN_MARKS"].flatMap(Int.init) ?? 60)

    @Test(
        "S-5: what is discarded, refused, undone and sent leaves each message the own marks of the deeds that stay",
        arguments: seeds)
    func history(seed: Int) async throws {
        var history = try await OwnMarksHistory(seed: seed)
        for _ in 0..<25 {
            try await history.step()
            try history.check()
        }
    }
}

/// An account whose user acts, undoes and discards while the server takes or refuses what it is sent.
private struct OwnMarksHistory {
    private struct Step {
        /// Nil if nothing was queued.
        var action: ActionID?
        var patches: [MessageID: MessagePatch]
    }

    private let client: Client
    private let session: MailSession
    private var random: SeededRandom
    private let start: [MessageID: MessageMarks]
    /// What each step did to own marks.
    private var steps: [Step] = []
    private var story: [String] = []

    init(seed: Int) async throws {
        random = SeededRandom(seed: seed)
        let server = ModelServer()
        for number in 0..<4 {
            server.put(
                .remote(
                    id: "m\(number)", thread: "t\(number / 2)", unread: random.chance(50),
                    in: [random.pick(["inbox", "inbox", "work"])], at: number))
        }
        client = try Client(server, hasLabels: random.chance(50), dialect: random.pick([.jmap, .inbox]))
        try await client.sync.once(bodies: false)
        session = client.session()
        start = try Self.shown(client)
        story.append("\(client.account.dialect), labels \(client.account.hasLabels)")
    }

    private static func shown(_ client: Client) throws -> [MessageID: MessageMarks] {
        let query = MessageQuery(predicate: .everything, sort: .newestFirst)
        return try client.store.read { try $0.messages(query, limit: -1) }.reduce(into: [:]) { $0[$1.id] = $1.marks }
    }

    private func own(_ marks: MessageMarks) -> Set<Keyword> {
        marks.keywords.filter { !client.account.dialect.keeps($0) }
    }

    // MARK: Steps

    mutating func step() async throws {
        switch random.int(0..<20) {
        case ..<11: try await act()
        case ..<13: try await note("undo") { _ = try await $0.undo() }
        case ..<14: try await note("redo") { _ = try await $0.redo() }
        case ..<17: try await discard()
        case ..<18: try await refuse()
        default:
            story.append("sent")
            try await client.settle()
        }
    }

    private mutating func act() async throws {
        let command = random.pick([
            Action.Command.snooze, .snooze, .wake, .archive, .trash, .junk, .notJunk, .move, .mute, .unmute, .unread,
            .shake, .star, .shake,
        ])
        let threads = try Set(
            client.store.read { reader in try start.keys.compactMap { try reader.message($0)?.thread } })
        let chosen = random.some(of: threads.sorted(), percent: 70)
        let date = Date.test(random.int(0..<1_000))
        let boxes = try client.store.read { try $0.mailboxes() }
        let target = command == .move ? boxes.first { $0.name == "Work" || $0.role == nil }?.id : nil
        try await note("\(command) \(chosen.map(\.rawValue)) \(date)") {
            _ = try await $0.perform(command, on: chosen, target: target, date: date)
        }
    }

    /// Notes what a step of the user did to own marks.
    private mutating func note(_ what: String, _ act: (MailSession) async throws -> Void) async throws {
        let (before, queued) = (try Self.shown(client), try Set(client.actions().map(\.id)))
        try await act(session)
        let after = try Self.shown(client)
        let new = try client.actions().map(\.id).filter { !queued.contains($0) }
        var patches: [MessageID: MessagePatch] = [:]
        for (id, old) in before {
            guard let marks = after[id] else { continue }
            let patch = MessageMarks(keywords: own(old), mailboxes: []).patch(
                to: MessageMarks(keywords: own(marks), mailboxes: []))
            if !patch.isEmpty { patches[id] = patch }
        }
        steps.append(Step(action: new.last, patches: patches))
        story.append("\(what) as \(new.map(\.rawValue))")
    }

    private mutating func discard() async throws {
        // A waking that is discarded snoozes again, which has a test of its own.
        guard let action = try client.actions().filter({ $0.command != .wake }).randomElement(using: &random) else {
            return
        }
        let messages = try messages(of: action.id)
        try await session.discard(action.id)
        story.append("discard \(action.id.rawValue)")
        forget(action.id, messages)
    }

    private mutating func refuse() async throws {
        guard try client.actions().allSatisfy({ $0.command != .wake }) else { return }
        let queue = try client.actions().map { ($0.id, try messages(of: $0.id)) }
        client.server.setFault { $0.name == "update" ? .before(.refused) : nil }
        client.wait(4_000)
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        let left = try Set(client.actions().map(\.id))
        story.append("refused, left \(left.map(\.rawValue))")
        for (id, messages) in queue where !left.contains(id) { forget(id, messages) }
    }

    private func messages(of action: ActionID) throws -> [MessageID] {
        try client.store.read { try $0.edits(in: action).map(\.message) }
    }

    private mutating func forget(_ action: ActionID, _ messages: [MessageID]) {
        for index in steps.indices where steps[index].action == action {
            for message in messages { steps[index].patches[message] = nil }
        }
    }

    // MARK: Checking

    mutating func check() throws {
        let shown = try Self.shown(client)
        let boxes = try client.store.read { try $0.mailboxes() }
        let names = Dictionary(uniqueKeysWithValues: boxes.map { ($0.id, $0.name) })
        let awake = boxes.filter { [.inbox, .trash, .junk].contains($0.role) }.map(\.id)
        for (id, marks) in shown {
            guard start[id] != nil else { continue }
            var wanted = wanted(id)
            // What waits in the inbox, or was thrown away, is not snoozed, and stays awake when it moves on.
            if wanted.isSnoozed, !marks.mailboxes.isDisjoint(with: awake) {
                steps.append(Step(action: nil, patches: [id: wanted.patch(to: wanted.awake)]))
                wanted = wanted.awake
            }
            let places = marks.mailboxes.map { names[$0] ?? "?" }
            try #require(own(marks) == wanted.keywords, "\(id) in \(places): \(story.joined(separator: "\n"))")
        }
    }

    private func wanted(_ id: MessageID) -> MessageMarks {
        var wanted = MessageMarks(keywords: own(start[id] ?? MessageMarks(keywords: [], mailboxes: [])), mailboxes: [])
        for patch in steps.compactMap({ $0.patches[id] }) {
            // A later time of waking replaces an earlier one.
            if patch.addKeywords.contains(where: { $0.snoozedUntil != nil }) {
                wanted.keywords = wanted.keywords.filter { $0.snoozedUntil == nil }
            }
            wanted = wanted.applying(patch)
        }
        // A time of waking says nothing without a snooze.
        return wanted.isSnoozed ? wanted : wanted.awake
    }
}
