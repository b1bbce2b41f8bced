import HummingbirdCore
import NIOCore

/// Answers that do not come to their end.
extension JMAPRoutes {
    /// Goes on with blanks, for which a client that reads to the end waits for ever.
    static func endless(_ bytes: [UInt8]) -> APIResponse {
        APIResponse(
            contentType: "application/json",
            body: .stream { writer in
                try await writer.write(ByteBuffer(bytes: bytes.dropLast()))
                let blanks = ByteBuffer(repeating: UInt8(ascii: " "), count: 65_536)
                while !Task.isCancelled { try await writer.write(blanks) }
            })
    }

    /// Ends in the middle, the connection with it.
    static func cut(_ bytes: [UInt8]) -> APIResponse {
        APIResponse(
            contentType: "application/json",
            body: .stream { writer in
                try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
                throw CancellationError()
            })
    }
}
