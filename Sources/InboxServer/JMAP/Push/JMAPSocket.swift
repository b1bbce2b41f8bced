import Foundation
import GRDB
import HTTPTypes
import NIOCore
import NIOWebSocket
import Synchronization

/// JMAP over a WebSocket (RFC 8887): requests, their answers, and state changes as they occur.
struct JMAPSocket: Sendable {
    static let name = "jmap"
    /// With a longer pause the server would not notice that the client is gone.
    private static let pause = Duration.seconds(60)

    private let account: ServedAccount
    private let host: JMAPHost
    /// The client's push subscription; each one replaces the previous one.
    private let wish = WishBox()

    /// Returns nil for a request that may not open a socket: it is answered like any other, with the reason.
    init?(_ head: HTTPRequest, _ guarding: RequestGuard, _ host: JMAPHost) {
        let offered = head.headerFields[values: Self.subprotocol].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard head.path == "/jmap/socket", head.method == .get,
            head.headerFields[.upgrade]?.lowercased() == "websocket",
            offered.contains(Self.name),
            guarding.refusal(of: head) == nil, let account = host.directory.account(for: head.headerFields)
        else { return nil }
        self.account = account
        self.host = host
    }

    func talk(over channel: UpgradableChannel.Frames) async {
        guard let ticket = try? host.waiting.ticket() else { return channel.channel.close(promise: nil) }
        defer { ticket.giveBack() }
        try? await channel.executeThenClose { inbound, outbound in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await listen(inbound, outbound) }
                group.addTask { try? await tell(outbound) }
                // When either task ends, both end.
                await group.next()
                group.cancelAll()
            }
        }
    }

    // MARK: What the client says

    private func listen(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        var message = ByteBuffer()
        for try await frame in inbound {
            var data = frame.unmaskedData
            switch frame.opcode {
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
            case .connectionClose:
                try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
                return
            case .text, .continuation:
                message.writeBuffer(&data)
                guard message.readableBytes <= host.limits.sizeRequest else { return }
                guard frame.fin else { continue }
                try await answer(Array(message.readableBytesView), outbound)
                message.clear()
            default: break
            }
        }
    }

    private func answer(_ text: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let value = JSONValue(reading: text)
        let id = value?["id"]?.textValue.map { [JSONMember("requestId", .text($0))] } ?? []
        do {
            switch value?["@type"]?.textValue {
            case "WebSocketPushEnable": try await enable(value)
            case "WebSocketPushDisable": wish.set(nil)
            case "Request", nil:
                let answer = try await MethodRunner(host: host, account: account).answer(JMAPRequest(text))
                let members = [JSONMember("@type", .text("Response"))] + id + (answer.members ?? [])
                try await outbound.write(Self.frame(.object(members)))
            default: throw RequestProblem(kind: .notRequest, detail: "There is no such @type.")
            }
        } catch let problem as RequestProblem {
            let members = [JSONMember("@type", .text("RequestError"))] + id + problem.members
            try await outbound.write(Self.frame(.object(members)))
        }
    }

    private func enable(_ value: JSONValue?) async throws {
        let names = value?["dataTypes"]?.arrayValue?.compactMap(\.textValue)
        let types = names.map { Set($0.compactMap(JMAPType.init)) } ?? Set(JMAPType.allCases)
        let heard = value?["pushState"]?.textValue.flatMap(PushedStates.init(text:))
        let watched = host.accounts(for: account)
        let now = try await host.database.read { try PushedStates(watched, types, in: $0) }
        wish.set(Wish(types: types, told: heard ?? now))
    }

    // MARK: What the client is told

    private func tell(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let watched = host.accounts(for: account)
        while !host.database.signal.isClosed, !Task.isCancelled {
            let generations = watched.map { host.database.signal.generation(of: $0.id) }
            let change = wish.change
            if let wish = wish.value {
                let states = try await host.database.read { try PushedStates(watched, wish.types, in: $0) }
                if case .object(let members)? = states.changes(since: wish.told), self.wish.told(states, of: change) {
                    let more = [JSONMember("pushState", .text(states.text))]
                    try await outbound.write(Self.frame(.object(members + more)))
                }
            }
            let isQuiet = await withTaskGroup(of: Bool.self) { group in
                group.addTask { await PushedStates.wait(watched, after: generations, Self.pause, host) }
                group.addTask {
                    await wish.wait(after: change)
                    return false
                }
                let first = await group.next() ?? false
                group.cancelAll()
                return first
            }
            if isQuiet { try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())) }
        }
    }

    private static func frame(_ value: JSONValue) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: value.bytes(isCompact: true)))
    }

    /// The name is a valid constant.
    private static let subprotocol = HTTPField.Name("Sec-WebSocket-Protocol") ?? .upgrade
}

private struct Wish: Sendable {
    var types: Set<JMAPType>
    var told: PushedStates
}

/// The current subscription, with a way to wait for the next.
private final class WishBox: Sendable {
    private struct State {
        var wish: Wish?
        var change = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    var value: Wish? { state.withLock(\.wish) }
    /// Counts the subscriptions.
    var change: Int { state.withLock(\.change) }

    func set(_ wish: Wish?) {
        let waiters = state.withLock { state in
            state.wish = wish
            state.change += 1
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// - Returns: false when the subscription has been replaced.
    func told(_ states: PushedStates, of change: Int) -> Bool {
        state.withLock { state in
            guard state.change == change else { return false }
            state.wish?.told = states
            return true
        }
    }

    func wait(after change: Int) async {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.change == change, !Task.isCancelled else { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
