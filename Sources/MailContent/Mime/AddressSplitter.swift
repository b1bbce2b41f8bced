/// Splits an address list at its commas before anything in it is decoded, so that no decoded text can add or hide an
/// address (RFC 5322 §3.4). Leaves out the names of groups, and keeps their members.
struct AddressSplitter: Sendable {
    /// The longest piece that is read as a whole; of a longer one, only the text in angle brackets counts.
    static let maximumPiece = 4_096

    private(set) var pieces: [[UInt8]] = []
    private var piece: [UInt8] = []
    /// The index of the last opening bracket that is neither quoted nor in a comment.
    private var bracket: Int?
    private var comments = 0
    private var isQuoted = false
    private var isInBrackets = false
    /// Whether the position is in an address literal such as `[IPv6:::1]`, whose colons don't end the name of a group.
    private var isInLiteral = false
    private var isEscaped = false
    /// Whether quotes and comments count. Unclosed ones would swallow the addresses behind them, and are plain text instead.
    private var honoursQuotes = true
    private var honoursComments = true

    init(_ raw: [UInt8]) {
        split(raw)
        guard isQuoted || comments > 0 else { return }
        honoursQuotes = !isQuoted
        honoursComments = comments == 0
        pieces = []
        (piece, bracket) = ([], nil)
        (isQuoted, comments, isEscaped, isInBrackets) = (false, 0, false, false)
        isInLiteral = false
        split(raw)
    }

    private mutating func split(_ raw: [UInt8]) {
        for byte in raw { take(byte) }
        if !isQuoted, comments == 0 || !honoursComments { end() }
    }

    private mutating func take(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
            return piece.append(byte)
        }
        switch byte {
        case 0x5C where isQuoted || comments > 0:
            isEscaped = true
            piece.append(byte)
        case 0x22 where comments == 0 && honoursQuotes:
            isQuoted.toggle()
            piece.append(byte)
        case _ where isQuoted: piece.append(byte)
        case 0x28 where honoursComments:
            comments += 1
            piece.append(byte)
        case 0x29 where comments > 0:
            comments -= 1
            piece.append(byte)
        case _ where comments > 0: piece.append(byte)
        case 0x3C, 0x3E:
            isInBrackets = byte == 0x3C
            if isInBrackets { bracket = piece.count }
            piece.append(byte)
        case 0x2C, 0x3B: isInBrackets && byte == 0x2C && piece.last != 0x3C && routes ? piece.append(byte) : end()
        case 0x3A where !isInBrackets && !isInLiteral: (piece, bracket) = ([], nil)
        case 0x5B, 0x5D:
            isInLiteral = byte == 0x5B && piece.last == 0x40
            piece.append(byte)
        default: piece.append(byte)
        }
    }

    /// Whether the brackets hold an obsolete route `<@a,@b:c@d>`, in which commas are allowed (RFC 5322 §4.4).
    private var routes: Bool {
        guard let bracket else { return false }
        return bracket + 1 < piece.count && piece[bracket + 1] == 0x40
    }

    private mutating func end() {
        if piece.contains(where: { $0 > 0x20 }) { pieces.append(bounded) }
        piece = []
        bracket = nil
        (isInBrackets, isInLiteral) = (false, false)
    }

    private var bounded: [UInt8] {
        guard piece.count > Self.maximumPiece else { return piece }
        guard let bracket else { return Array(piece.prefix(Self.maximumPiece)) }
        let end = piece[bracket...].firstIndex(of: 0x3E) ?? piece.endIndex - 1
        return Array(piece[bracket...end].prefix(Self.maximumPiece))
    }
}
