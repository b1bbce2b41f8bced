/// Reads and writes WebSocket frames (RFC 6455 §5), as a client.
struct SocketFrames {
    enum Message: Hashable {
        case text(String)
        case ping([UInt8])
        case pong
        case close(UInt16)
    }

    /// The data is not a WebSocket's, or is larger than any push.
    struct Broken: Error {}

    private enum Kind: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        /// Such a frame is short and comes in one piece (§5.5).
        var isControl: Bool { rawValue >= 8 }
    }

    /// Normal closure, also used if no code was given (§7.4.1).
    static let normal: UInt16 = 1000
    /// Close codes for incompatible peers: protocol error, unsupported data, invalid data, a missing extension (§7.4.1). Another attempt
    /// would end the same way.
    static let refusals: Set<UInt16> = [1002, 1003, 1007, 1010]

    static let longestMessage = 64 << 10
    private static let longestControl = 125

    private var buffer: [UInt8] = []
    private var parts: [UInt8]?

    mutating func read(_ bytes: [UInt8]) throws(Broken) -> [Message] {
        buffer += bytes
        var messages: [Message] = []
        while let (isLast, kind, content) = try nextFrame() {
            switch kind {
            case .ping: messages.append(.ping(content))
            case .pong: messages.append(.pong)
            case .close:
                messages.append(
                    .close(content.count >= 2 ? UInt16(content[0]) << 8 | UInt16(content[1]) : Self.normal))
            case .text, .binary, .continuation:
                guard (kind == .continuation) == (parts != nil) else { throw Broken() }
                let whole = (parts ?? []) + content
                guard whole.count <= Self.longestMessage else { throw Broken() }
                parts = isLast ? nil : whole
                if isLast { messages.append(.text(String(decoding: whole, as: UTF8.self))) }
            }
        }
        return messages
    }

    /// Returns nil if the frame is not complete yet.
    private mutating func nextFrame() throws(Broken) -> (isLast: Bool, kind: Kind, content: [UInt8])? {
        guard buffer.count >= 2 else { return nil }
        // A server does not mask its frames, and no extension was negotiated.
        guard let kind = Kind(rawValue: buffer[0] & 0x0F), buffer[0] & 0x70 == 0, buffer[1] & 0x80 == 0 else {
            throw Broken()
        }
        var length = Int(buffer[1])
        var start = 2
        if length >= 126 {
            start += length == 126 ? 2 : 8
            guard buffer.count >= start else { return nil }
            guard length == 126 || buffer[2..<6].allSatisfy({ $0 == 0 }) else { throw Broken() }
            length = buffer[(start - (length == 126 ? 2 : 4))..<start].reduce(0) { $0 << 8 | Int($1) }
        }
        let isLast = buffer[0] & 0x80 != 0
        guard kind.isControl ? isLast && length <= Self.longestControl : length <= Self.longestMessage else {
            throw Broken()
        }
        guard buffer.count >= start + length else { return nil }
        let content = Array(buffer[start..<start + length])
        buffer.removeFirst(start + length)
        return (isLast, kind, content)
    }

    // MARK: Writing

    static func text(_ text: String) -> [UInt8] { frame(.text, Array(text.utf8)) }
    static func ping() -> [UInt8] { frame(.ping, []) }
    static func pong(_ content: [UInt8]) -> [UInt8] { frame(.pong, content) }
    static func close(_ code: UInt16) -> [UInt8] { frame(.close, [UInt8(code >> 8), UInt8(code & 0xFF)]) }

    /// Masked, so that no proxy mistakes the content for something else (§10.3).
    private static func frame(_ kind: Kind, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | kind.rawValue]
        switch content.count {
        case ..<126: bytes.append(0x80 | UInt8(content.count))
        case ..<65536: bytes += [0x80 | 126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
        default:
            bytes.append(0x80 | 127)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: content.count >> (56 - 8 * $0)) }
        }
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
        bytes += mask
        bytes += content.enumerated().map { $0.element ^ mask[$0.offset % 4] }
        return bytes
    }
}
