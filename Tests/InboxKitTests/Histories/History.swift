import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// An account whose user, server and network take random small steps. Every request and every answer is held
/// back for a random time. The session, the sender and the sync are the real ones.
final class History {
    let client: Client
    let session: MailSession
    /// Whether others change mail, too, and the server refuses actions.
    let isStormy: Bool
    var user: UserModel
    var story: [String] = []
    var random: SeededRandom
    var sending = SteppedLane()
    var syncing = SteppedLane()
    /// A refresh requested by the user, in addition to the running sync.
    var refreshing = SteppedLane()
    var graves: [SteppedLane] = []
    private(set) var record = ServerRecord()
    var names = 0
    /// The last text of every draft that must be kept.
    var texts: [MessageID: String] = [:]
    /// The bounced messages.
    var bounces: [String] = []

    var server: ModelServer { client.server }

    init(seed: Int, isStormy: Bool) async throws {
        random = SeededRandom(seed: seed)
        self.isStormy = isStormy
        let isJMAP = random.chance(50)
        let hasLabels = random.chance(70)
        // Means nothing any more, but known seeds go on meaning the same.
        _ = random.chance(50)
        let server = ModelServer()
        if isJMAP {
            server.setNeedsMailbox()
            server.setWalksByMessage()
            server.setLeavesOutPassing()
        }
        if isJMAP, random.chance(60) { server.setGivesNewDraftIDs() }
        if !isJMAP, random.chance(50) { server.setTakesWhole() }
        for number in 0..<6 {
            server.put(
                .remote(
                    id: "m\(number)", thread: "t\(number / 2)", unread: random.chance(50), starred: random.chance(30),
                    in: [number == 3 ? "sent" : random.pick(["inbox", "inbox", "work"])], at: number))
        }
        client = try Client(server, hasLabels: hasLabels, dialect: isJMAP ? .jmap : .inbox)
        try await client.sync.once(bodies: random.chance(50))
        session = client.session()
        user = try UserModel(client.store, hasLabels: hasLabels)
        try await record.note(server)
        story.append(
            "\(isJMAP ? "jmap" : "inbox"), labels \(hasLabels), new draft ids \(server.givesNewDraftIDs)"
        )
    }

    // MARK: Steps

    func step() async throws {
        if isStormy { try user.look(at: client.store) }
        story.append("…")
        let what = try await next()
        story[story.count - 1] = what
        try await check()
    }

    private func next() async throws -> String {
        switch random.int(0..<100) {
        case ..<20: return try await mark()
        case ..<25: return try await step(undoing: true)
        case ..<28: return try await step(undoing: false)
        case ..<36: return try await write()
        case ..<38: return try await bounce()
        case ..<44: return try await changeMailboxes()
        case ..<64: return await send()
        case ..<80: return await sync()
        case ..<84: return await refresh()
        case ..<89:
            client.wait(4_000)
            return "time passes"
        case ..<91: return try await kill()
        case ..<92: return try await pause()
        case ..<94: return try forgetState()
        default: return isStormy ? try await meddle() : await send()
        }
    }

    /// Checks that the screen shows the user's actions and the server's reports, and that the store is consistent.
    private func check() async throws {
        try await record.note(server)
        try requireTold()
        let shown = try UserModel(client.store, hasLabels: user.hasLabels)
        user.noteSent(shown)
        let problems = try client.store.read { try StoreTruth($0).problems() }
        try #require(problems == [], "\(story)")
        if !isStormy { try require(shown) }
    }

    private func require(_ shown: UserModel) throws {
        let differences = user.differences(from: shown)
        try #require(differences == [], "\(story)")
        user.takeDates(from: shown)
    }

    /// Checks that the user's own step shows at once, even in a storm.
    func requireShown() throws {
        try require(try UserModel(client.store, hasLabels: user.hasLabels))
    }

    // MARK: The end

    /// Lets everything through until nothing is left to do.
    func calmDown() async throws {
        server.setChangesPage(1_000)
        for lane in [sending, syncing, refreshing] {
            while !lane.isIdle { await lane.go(.on) }
        }
        for round in 0..<40 {
            client.wait(4_000)
            try await decide(round)
            _ = try await client.sender.sendAll()
            try await client.sync.once(bodies: true)
            if try client.actions().isEmpty { break }
        }
        try client.store.read { reader throws in
            try #require(try StoreTruth(reader).problems() == [], "\(story)")
        }
    }

    /// Retries stopped actions, and finally writes the message again.
    private func decide(_ round: Int) async throws {
        for action in try client.actions() where action.state == .stopped {
            // The order to send a draft that was discarded meanwhile is held when it comes back, which is no failure.
            try #require(isStormy || action.lastError == nil, "\(story) \(action)")
            // What is written anew is tried again in the next round.
            if round > 5, round.isMultiple(of: 2), case .draft(let id) = action.object,
                let draft = try session.draft(id)
            {
                try await session.save(draft.content, as: id, account: client.account.id)
            } else {
                try await session.retry(action.id)
            }
        }
    }

    /// Ends the processes that were killed.
    func end() async {
        for lane in graves { await lane.bury() }
    }
}
