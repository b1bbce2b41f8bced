/// A dialogue with a mail server over bytes that arrive in arbitrary pieces.
struct MailTalk: Sendable {
    /// For all that the server says until the dialogue ends. An answer to each of thousands of recipients is less.
    private static let maxBytes = 1 << 20

    private(set) var dialogue: any MailDialogue
    private(set) var hasBegun = false
    private var bytes = 0
    /// The beginning of an incomplete line.
    private var line: [UInt8] = []

    init(_ dialogue: any MailDialogue) {
        self.dialogue = dialogue
    }

    var isSignedIn: Bool { dialogue.end == .signedIn }

    mutating func begin() -> [UInt8] {
        hasBegun = true
        return dialogue.begin()
    }

    /// Returns false if the server says too much.
    mutating func overhear(_ line: some Collection<UInt8>) -> Bool {
        bytes += line.count
        dialogue.overhear(Self.withoutEnd(line))
        return bytes <= MailTalk.maxBytes
    }

    /// - Parameter isAllGiven: whether all earlier answers were given to the network.
    /// - Returns: the answer, and the bytes after the end of the dialogue; nil if the server says too much.
    mutating func hear(_ pieces: some Collection<UInt8>, isAllGiven: Bool) -> (answer: [UInt8], rest: [UInt8])? {
        var rest = Array(pieces)[...]
        var answer: [UInt8] = []
        while dialogue.end == nil, let end = rest.firstIndex(of: 0x0A) {
            line += rest[...end]
            rest = rest[(end + 1)...]
            bytes += line.count
            answer += dialogue.hear(Self.withoutEnd(line), isAllGiven: isAllGiven && answer.isEmpty)
            line = []
        }
        if dialogue.end != nil { return (answer, Array(rest)) }
        line += rest
        return bytes + line.count <= MailTalk.maxBytes ? (answer, []) : nil
    }

    private static func withoutEnd(_ line: some Collection<UInt8>) -> [UInt8] {
        var line = Array(line)
        while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
        return line
    }
}
