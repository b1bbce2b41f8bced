import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A connection that speaks HTTP, or WebSocket frames (RFC 6455) when its first request asks for them and may.
struct UpgradableChannel: ServerChildChannel, HTTPChannelHandler {
    typealias Requests = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    enum Way: Sendable {
        case requests(Requests)
        case frames(Frames, JMAPSocket)
    }

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// Known once the first request is there.
        let way: EventLoopFuture<Way>
    }

    let responder: Responder
    /// Who speaks frames with the sender of a request; nil: nobody, so the request is answered as any other.
    let socket: @Sendable (HTTPRequest) -> JMAPSocket?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Way>(upgraders: [upgrader]) { channel in
                channel.eventLoop.makeCompletedFuture { .requests(try Self.requests(on: channel, logger)) }
            }
            var pipeline = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
            // Requests that come before the answer to the last wait in the channel.
            pipeline.enablePipelining = false
            pipeline.enableResponseHeaderValidation = false
            pipeline.decoderConfiguration.maxHeaderFieldSize = Limits.headerBytes
            pipeline.decoderConfiguration.maxHeaderListSize = Limits.headerBytes
            pipeline.decoderConfiguration.maxHeaderFieldCount = 200
            let way = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: pipeline)
            // From then on each way has its own idea of silence.
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
        @Sendable func socket(_ head: HTTPRequestHead) -> JMAPSocket? {
            guard let request = try? HTTPRequest(head, secure: false, splitCookie: false) else { return nil }
            return self.socket(request)
        }
        return NIOTypedWebSocketServerUpgrader(maxFrameSize: Limits.frameBytes) { channel, head in
            let headers = socket(head).map { _ in HTTPHeaders([("Sec-WebSocket-Protocol", JMAPSocket.name)]) }
            return channel.eventLoop.makeSucceededFuture(headers)
        } upgradePipelineHandler: { channel, head in
            channel.eventLoop.makeCompletedFuture {
                guard let socket = socket(head) else { throw ChannelError.inappropriateOperationForState }
                return .frames(try Frames(wrappingChannelSynchronously: channel), socket)
            }
        }
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
