import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A connection that speaks HTTP, or WebSocket frames (RFC 6455) if its first request asks for them and is allowed to.
struct UpgradableChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Requests = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    enum Way: Sendable {
        case requests(Requests)
        case frames(Frames, JMAPSocket)
    }

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// Known once the first request has arrived.
        let way: EventLoopFuture<Way>
    }

    let responder: Responder
    /// Returns the socket that speaks frames with the sender of a request; nil to answer the request like any other.
    let socket: @Sendable (HTTPRequest) -> JMAPSocket?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Way>(upgraders: [upgrader]) { channel in
                channel.eventLoop.makeCompletedFuture { .requests(try Self.requests(on: channel, logger)) }
            }
            var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
            // Requests that arrive before the previous answer wait in the channel.
            pipeline.enablePipelining = false
            pipeline.enableResponseHeaderValidation = false
            pipeline.decoderConfiguration.maxHeaderFieldSize = Limits.headerBytes
            pipeline.decoderConfiguration.maxHeaderListSize = Limits.headerBytes
            pipeline.decoderConfiguration.maxHeaderFieldCount = 200
            let way = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: pipeline)
            try channel.pipeline.syncOperations.addHandler(
                UpgradeFilter { head in self.socket(for: head) != nil },
                position: .before(
                    channel.pipeline.syncOperations.handler(type: NIOTypedHTTPServerUpgradeHandler<Way>.self)))
            // After the first request, each protocol has its own idle limit.
            let silence = channel.eventLoop.scheduleTask(in: .seconds(Limits.idleSeconds)) {
                channel.close(promise: nil)
            }
            way.whenComplete { _ in silence.cancel() }
            return Value(channel: channel, way: way)
        }
    }

    func handle(value: Value, logger: Logger) async {
        switch try? await value.way.get() {
        case .requests(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
        case .frames(let channel, let socket): await socket.talk(over: channel)
        case nil: value.channel.close(promise: nil)
        }
    }

    private var upgrader: NIOTypedWebSocketServerUpgrader<Way> {
        NIOTypedWebSocketServerUpgrader(maxFrameSize: Limits.frameBytes) { channel, _ in
            channel.eventLoop.makeSucceededFuture(HTTPHeaders([("Sec-WebSocket-Protocol", JMAPSocket.name)]))
        } upgradePipelineHandler: { channel, head in
            channel.eventLoop.makeCompletedFuture {
                guard let socket = self.socket(for: head) else { throw ChannelError.inappropriateOperationForState }
                return .frames(try Frames(wrappingChannelSynchronously: channel), socket)
            }
        }
    }

    private func socket(for head: HTTPRequestHead) -> JMAPSocket? {
        (try? HTTPRequest(head, secure: false, splitCookie: false)).flatMap(socket)
    }

    private static func requests(on channel: any Channel, _ logger: Logger) throws -> Requests {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(DisconnectWatch())
        try pipeline.addHandler(
            HTTPConnectionStateHandler(idleTimeout: .seconds(Limits.idleSeconds), logger: logger))
        return try Requests(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }
}

/// Removes a request's Upgrade header unless the upgrade will succeed. NIO's upgrade handler loses a request whose upgrade it
/// cannot perform, such as that of clients that also offer HTTP/2. Without the header it is a normal request.
private final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let isWelcome: (HTTPRequestHead) -> Bool

    init(isWelcome: @escaping (HTTPRequestHead) -> Bool) { self.isWelcome = isWelcome }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard head.headers.contains(name: "Upgrade") else { return context.fireChannelRead(data) }
        if isWelcome(head) {
            context.fireChannelRead(data)
            // Everything from now on is frames.
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } else {
            head.headers.remove(name: "Upgrade")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
    }
}
