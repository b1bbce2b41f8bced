private import Foundation

/// Reads the lines of a message, which end in LF or CRLF.
package struct LineReader: Sendable {
    package struct Line: Sendable {
        /// The line without its end.
        package var content: Range<Int>
        /// The index at which the next line begins.
        package var next: Int
    }

    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the line that begins at `position`; `nil` at the end.
    package func line(at position: Int) -> Line? {
        guard position < bytes.count else { return nil }
        let end = index(ofLineFeedFrom: position)
        var contentEnd = end
        if contentEnd > position, bytes[contentEnd - 1] == 0x0D { contentEnd -= 1 }
        return Line(content: position..<contentEnd, next: min(end + 1, bytes.count))
    }

    private func index(ofLineFeedFrom position: Int) -> Int {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + position, 0x0A, buffer.count - position)
            else { return bytes.count }
            return UnsafeRawPointer(found) - base
        }
    }
}
