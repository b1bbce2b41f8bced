public import Foundation
public import InboxModel
import InboxRemote
import Synchronization

/// The orders to send that a model server received, and how it holds them until their time.
public final class ModelOrders: Sendable {
    fileprivate enum Status: Sendable {
        case pending(until: Date)
        case sent, canceled
    }

    private struct State {
        var longest = Duration.zero
        var refuses = false
        var givesNothingBack = false
        var clock: Date?
        var isBound = false
        var delays = false
        var leavesDrafts: RemoteError?
        var refusals: [String: String] = [:]
        var late: (@Sendable () -> Result<RemoteSent, RemoteError>)?
        var orders: [(message: RemoteID, status: Status)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The longest time that an order is held.
    public var longest: Duration {
        get { state.withLock(\.longest) }
        set { state.withLock { $0.longest = newValue } }
    }
    /// Whether the server refuses to hold any order, regardless of `longest`.
    public var refusesHolds: Bool {
        get { state.withLock(\.refuses) }
        set { state.withLock { $0.refuses = newValue } }
    }
    /// The server's time; nil if it reports none.
    public var clock: Date? {
        get { state.withLock(\.clock) }
        set { state.withLock { $0.clock = newValue } }
    }
    public var givesNothingBack: Bool {
        get { state.withLock(\.givesNothingBack) }
        set { state.withLock { $0.givesNothingBack = newValue } }
    }

    /// Whether an order requires the state that it names (RFC 8620 §5.3), but not that its message is a draft.
    public var isBound: Bool {
        get { state.withLock(\.isBound) }
        set { state.withLock { $0.isBound = newValue } }
    }

    /// The error because of which sent messages stay drafts; nil if they don't.
    public var leavesDrafts: RemoteError? {
        get { state.withLock(\.leavesDrafts) }
        set { state.withLock { $0.leavesDrafts = newValue } }
    }

    /// Whom sent messages do not reach, with the reasons.
    public var refusals: [String: String] {
        get { state.withLock(\.refusals) }
        set { state.withLock { $0.refusals = newValue } }
    }

    /// Leaves the next order unanswered. It arrives just after the client has looked for it.
    public func delayNext() { state.withLock { $0.delays = true } }

    /// Changes with each order; nil if orders require no state.
    var boundState: String? { state.withLock { $0.isBound ? "o\($0.orders.count)" : nil } }

    func arrive(
        _ submission: RemoteSubmission, _ work: @escaping @Sendable () -> Result<RemoteSent, RemoteError>
    ) throws(RemoteError) -> RemoteSent {
        let order: @Sendable () -> Result<RemoteSent, RemoteError> = { [self] in
            guard let state = boundState, state != submission.state else { return work() }
            return .failure(RemoteError(.limited(message: "stateMismatch"), call: "send", type: "stateMismatch"))
        }
        let isDelayed = state.withLock { state in
            guard state.delays else { return false }
            (state.delays, state.late) = (false, order)
            return true
        }
        if isDelayed { throw RemoteError(.unreachable(detail: "slow"), call: "send") }
        return try order().get()
    }

    func deliverLate() {
        let late = state.withLock { state in
            defer { state.late = nil }
            return state.late
        }
        _ = late?()
    }

    public var sentInAll: Int {
        state.withLock { $0.orders.count { if case .sent = $0.status { true } else { false } } }
    }
    public var keptInAll: Int {
        state.withLock { $0.orders.count { if case .pending = $0.status { true } else { false } } }
    }

    /// Sends the orders that are due.
    public func release(now: Date) {
        state.withLock { state in
            for index in state.orders.indices {
                if case .pending(let until) = state.orders[index].status, until <= now {
                    state.orders[index].status = .sent
                }
            }
        }
    }

    /// Takes back all that is held, like another client.
    public func cancelAll() {
        state.withLock { state in
            for index in state.orders.indices {
                if case .pending = state.orders[index].status { state.orders[index].status = .canceled }
            }
        }
    }

    func take(_ submission: RemoteSubmission, _ message: RemoteID) -> RemoteHold? {
        state.withLock { state in
            state.orders.append((message, submission.holdUntil.map { .pending(until: $0) } ?? .sent))
            return submission.holdUntil.map {
                RemoteHold(id: RemoteID("o\(state.orders.count - 1)"), message: message, until: $0)
            }
        }
    }

    func hold(of message: RemoteID) -> RemoteHold? {
        state.withLock { state in
            for (index, order) in state.orders.enumerated() where order.message == message {
                if case .pending(let until) = order.status {
                    return RemoteHold(id: RemoteID("o\(index)"), message: message, until: until)
                }
            }
            return nil
        }
    }

    fileprivate func status(of hold: RemoteHold, cancelling: Bool) -> Status {
        state.withLock { state in
            guard let index = Int(hold.id.rawValue.dropFirst()), state.orders.indices.contains(index) else {
                return .canceled
            }
            if case .pending = state.orders[index].status, cancelling, !state.givesNothingBack {
                state.orders[index].status = .canceled
            }
            return state.orders[index].status
        }
    }
}

extension ScriptedService {
    public var longestHold: Duration { get async { server.orders.longest } }

    public func state(of hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState {
        try server.call("state", hold.message.rawValue) { _ in outcome(of: hold, cancelling: false) }
    }

    public func takeBack(_ hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState {
        try server.call("takeBack", hold.message.rawValue) { _ in outcome(of: hold, cancelling: true) }
    }

    private func outcome(of hold: RemoteHold, cancelling: Bool) -> RemoteHoldState {
        switch server.orders.status(of: hold, cancelling: cancelling) {
        case .pending: return .held
        case .sent:
            let message = server.messages[hold.message]
            return .sent(RemoteSent(message: message, id: hold.message, refusals: server.orders.refusals))
        case .canceled:
            server.edit(hold.message.rawValue) { message in
                message.keywords.insert(.draft)
                message.mailboxes = [RemoteID("drafts")]
            }
            return .takenBack(server.messages[hold.message])
        }
    }
}
