import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// The network: requests, answers and interruptions.
extension History {
    private func service(_ lane: SteppedLane) -> SteppedService {
        SteppedService(server, lane: lane)
    }

    func send() async -> String {
        guard sending.isIdle else { return "send: " + (await move(sending)) }
        let client = client
        let sender = ActionSender(
            account: client.account.id, store: client.store, service: service(sending), board: client.board,
            now: { client.now })
        await sending.start { _ = try? await sender.sendAll() }
        return sending.isIdle ? "nothing to send" : "send"
    }

    func sync() async -> String {
        server.setChangesPage(random.chance(20) ? random.int(1..<4) : 1_000)
        guard syncing.isIdle else { return "sync: " + (await move(syncing)) }
        await start(syncing, isWhole: random.chance(30))
        return "sync"
    }

    func refresh() async -> String {
        guard refreshing.isIdle else { return "refresh: " + (await move(refreshing)) }
        await start(refreshing, isWhole: false)
        return "refresh"
    }

    private func start(_ lane: SteppedLane, isWhole: Bool) async {
        // One call at a time, so that a seed always produces the same history.
        let sync = AccountSync(
            account: client.account, store: client.store, service: service(lane), board: client.board, asksAhead: false)
        await lane.start { try? await (isWhole ? sync.once(bodies: true) : sync.catchUp()) }
    }

    private func move(_ lane: SteppedLane) async -> String {
        let onTheWay = lane.place == .before
        var moves: [(SteppedLane.Move, String)] = Array(repeating: (.on, "on"), count: 12)
        moves += [(.fail(.unreachable), "lost"), (.half(.unreachable), "half lost")]
        if onTheWay {
            moves += [(.fail(.busy), "busy"), (.fail(.limited), "limited"), (.fail(.signedOut), "signed out")]
            moves += [(.fail(.unconnected), "not connected")]
            if isStormy { moves += [(.fail(.refused), "refused"), (.fail(.refused), "refused")] }
        }
        let (move, name) = random.pick(moves)
        await lane.go(move)
        return "\(onTheWay ? "there" : "back") \(name)"
    }

    /// Stops the account. Pending calls may still reach the server, and answers that arrive are stored. Afterwards no action is left
    /// as being sent.
    func pause() async throws -> String {
        for lane in [sending, syncing, refreshing] {
            await lane.bury(arrives: lane.place == .before && random.chance(50))
        }
        (sending, syncing, refreshing) = (SteppedLane(), SteppedLane(), SteppedLane())
        try #require(try client.actions().allSatisfy { $0.state != .sending }, "\(story)")
        return "pause"
    }

    /// Ends the process without notice. Pending calls may still reach the server, but no answer is read.
    func kill() async throws -> String {
        for lane in [sending, syncing, refreshing] where !lane.isIdle && lane.place == .before && random.chance(50) {
            await lane.go(.on)
        }
        graves += [sending, syncing, refreshing]
        (sending, syncing, refreshing) = (SteppedLane(), SteppedLane(), SteppedLane())
        try client.store.writeNow { try $0.recoverInterrupted(account: client.account.id) }
        return "kill"
    }

    /// Makes the server repeat known changes, or forget its states so that everything is read again.
    func forgetState() throws -> String {
        if random.chance(30) {
            server.forgetChanges()
            return "server forgets"
        }
        let account = client.account.id
        let state = try client.store.read { try $0.syncState("state", account: account) }
        // No server is asked for changes since a state at which the client knew less.
        server.setLeavesOutPassing(false)
        let older = random.int(0..<max(1, state.flatMap(Int.init) ?? 1))
        try client.store.writeNow { try $0.setSyncState("\(older)", key: "state", account: account) }
        return "told again since \(older)"
    }

    // MARK: Passing on

    /// Bounces a message whose bytes name it for the server.
    func bounce() async throws -> String {
        names += 1
        let text = "bounce \(names)"
        let order = RemoteSubmission(draft: RemoteID(""), recipients: [.person("bo")])
        let upload = RemoteUpload(fileName: text, contentType: "message/rfc822", bytes: Array(text.utf8))
        let (account, now) = (client.account.id, client.now)
        _ = try await client.store.write {
            try $0.bounce(upload, order: order.detail ?? "", account: account, due: nil, now: now)
        }
        bounces.append(text)
        return text
    }
}
