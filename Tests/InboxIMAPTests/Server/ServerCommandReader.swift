/// Makes commands of the bytes that a session receives (RFC 9051 §2.2.1, RFC 7888).
struct ServerCommandReader: Sendable {
    enum Event: Sendable {
        case command([Piece])
        /// What was read of the command so far; it goes on once the client was told to.
        case wantsLiteral([Piece], size: Int, isWaiting: Bool)
    }

    enum Piece: Sendable {
        case text([UInt8])
        case literal([UInt8])
    }

    private var buffer: [UInt8] = []
    private var pieces: [Piece] = []
    private var missing: Int?

    mutating func feed(_ bytes: [UInt8]) { buffer += bytes }

    /// Forgets the command that was begun, whose literal will not come.
    mutating func drop() { (pieces, missing) = ([], nil) }

    /// The next line, as of a client that waits.
    mutating func line() -> [UInt8]? {
        guard let end = buffer.firstIndex(of: 0x0A) else { return nil }
        var line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    mutating func next() -> Event? {
        if let size = missing {
            guard buffer.count >= size else { return nil }
            pieces.append(.literal(Array(buffer.prefix(size))))
            buffer.removeFirst(size)
            missing = nil
        }
        guard let line = line() else { return nil }
        if let (size, isWaiting) = Self.literal(line) {
            pieces.append(.text(Array(line[..<(line.lastIndex(of: 0x7B) ?? 0)])))
            missing = size
            return .wantsLiteral(pieces, size: size, isWaiting: isWaiting)
        }
        pieces.append(.text(line))
        defer { pieces = [] }
        return .command(pieces)
    }

    private static func literal(_ line: [UInt8]) -> (size: Int, isWaiting: Bool)? {
        guard line.last == 0x7D, let start = line.lastIndex(of: 0x7B) else { return nil }
        var digits = line[(start + 1)...].dropLast()
        let isWaiting = digits.last != 0x2B
        if !isWaiting { digits = digits.dropLast() }
        guard let size = Int(String(decoding: digits, as: UTF8.self)), size >= 0 else { return nil }
        return (size, isWaiting)
    }
}
