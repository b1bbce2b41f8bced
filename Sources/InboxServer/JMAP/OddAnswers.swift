import HummingbirdCore
import NIOCore

/// Answers that do not end properly.
extension JMAPRoutes {
    /// Continues with blanks without end, so that a client that reads to the end waits forever.
    static func endless(_ bytes: [UInt8]) -> APIResponse {
        APIResponse(
            contentType: "application/json",
            body: .stream { writer in
                try await writer.write(ByteBuffer(bytes: bytes.dropLast()))
                let blanks = ByteBuffer(repeating: UInt8(ascii: " "), count: 65_536)
                while !Task.isCancelled { try await writer.write(blanks) }
            })
    }

    /// Cuts the answer and the connection in the middle.
    static func cut(_ bytes: [UInt8]) -> APIResponse {
        APIResponse(
            contentType: "application/json",
            body: .stream { writer in
                try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
                throw CancellationError()
            })
    }
}
