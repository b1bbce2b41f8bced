import NIOCore
import Synchronization

/// Notifies a long-waiting request when its client hangs up.
final class DisconnectWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private struct State {
        var isGone = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Runs `action` once the client has closed its side; immediately if it already has.
    func onDisconnect(_ action: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone { state.actions.append(action) }
            return state.isGone
        }
        if isGone { action() }
    }

    /// Drops the actions of the connection's previous request.
    func reset() {
        state.withLock { $0.actions = [] }
    }

    func channelInactive(context: ChannelHandlerContext) {
        tell()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { tell() }
        context.fireUserInboundEventTriggered(event)
    }

    private func tell() {
        let actions = state.withLock { state in
            state.isGone = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }
}
