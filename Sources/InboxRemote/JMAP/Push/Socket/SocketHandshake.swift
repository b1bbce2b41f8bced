import Foundation
import MailContent

/// The request for a WebSocket (RFC 6455 §4.1) that speaks JMAP (RFC 8887 §4).
struct SocketHandshake {
    private static let name = "jmap"
    private static let salt = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    let key: String

    init(key: String = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()) {
        self.key = key
    }

    var headers: HTTPHeaders {
        [
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Protocol": Self.name,
        ]
    }

    /// The server's proof that it understood the handshake.
    var accepted: String { Data(SHA1.hash(Array((key + Self.salt).utf8))).base64EncodedString() }

    func isAccepted(by head: HTTPResponseHead) -> Bool {
        head.status == 101 && head.headers["Upgrade"]?.lowercased() == "websocket"
            && head.headers["Sec-WebSocket-Accept"] == accepted
            && head.headers["Sec-WebSocket-Protocol"] == Self.name
            && head.headers["Sec-WebSocket-Extensions"] == nil
    }
}
