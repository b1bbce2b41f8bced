import Foundation
import InboxModel

/// Push over a WebSocket (RFC 8887 §4.3.5). Requests still use HTTP, which tells a lost answer from a lost connection.
extension PushConnection {
    /// - Returns: how it ended, and the last reported push state.
    func readSocket(pushState: String?, _ pulse: Pulse) async -> (End, String?) {
        guard (try? caller.gate.check("push")) != nil, let signedIn = try? await caller.keeper.current() else {
            return (.unreached, nil)
        }
        let handshake = SocketHandshake()
        guard let request = request(signedIn, handshake) else { return (.missing, nil) }
        guard let connection = try? await caller.transport.upgrade(request) else { return (.unreached, nil) }
        guard handshake.isAccepted(by: connection.head) else { return (turnedAway(connection.head), nil) }
        connection.send(SocketFrames.text(Self.enabling(Self.types(signedIn.session), since: pushState)))
        // The socket does not report what happened before it was open, unless the server knows the push state.
        pulse.open()
        board.isLive = true
        board.hint()
        return await withTaskGroup(of: (End, String?).self) { group in
            group.addTask { await listen(to: connection, account: signedIn.session.account, pulse) }
            group.addTask { (await keepAlive(connection, pulse), nil) }
            let first = await group.next() ?? (.over, nil)
            group.cancelAll()
            return first
        }
    }

    /// Sends pings. Returns when nothing arrives after one, because a server that hangs keeps its connection open.
    private func keepAlive(_ connection: UpgradedConnection, _ pulse: Pulse) async -> End {
        while !Task.isCancelled {
            try? await clock.wait(PushPlan.pingInterval - PushPlan.pongDue)
            guard !Task.isCancelled else { break }
            let before = pulse.beats
            connection.send(SocketFrames.ping())
            try? await clock.wait(PushPlan.pongDue)
            if pulse.beats == before { return pulse.end(of: .socket) }
        }
        return .over
    }

    private func listen(to connection: UpgradedConnection, account: String, _ pulse: Pulse) async -> (End, String?) {
        var frames = SocketFrames()
        var state: String?
        do {
            for try await piece in connection.incoming {
                pulse.beat()
                for message in try frames.read(piece) {
                    switch message {
                    case .text(let text):
                        guard let change = StateChange(text) else { continue }
                        state = change.pushState ?? state
                        board.take(change, account: account)
                    case .ping(let content): connection.send(SocketFrames.pong(content))
                    case .pong: break
                    case .close(let code):
                        connection.send(SocketFrames.close(code))
                        return (SocketFrames.refusals.contains(code) ? .refused : .over, state)
                    }
                }
            }
        } catch {
            // A broken connection, or not a WebSocket: either way it has ended.
        }
        return (.over, state)
    }

    private func request(_ signedIn: SessionKeeper.SignedIn, _ handshake: SocketHandshake) -> HTTPRequest? {
        guard let url = signedIn.session.socketURL, caller.isApproved(url) else { return nil }
        var headers = handshake.headers
        headers["Authorization"] = signedIn.credential.authorization
        // The watchdog knows better how much silence is normal.
        return HTTPRequest(
            url: url, headers: headers, timeout: .seconds(3600), maxResponseBytes: .max, waitsOnPurpose: true)
    }

    private static func enabling(_ types: [String], since pushState: String?) -> String {
        var wish: [String: JSON] = ["@type": "WebSocketPushEnable", "dataTypes": .strings(types)]
        if let pushState { wish["pushState"] = .string(pushState) }
        return (try? JSON.object(wish).jsonText()) ?? ""
    }
}
