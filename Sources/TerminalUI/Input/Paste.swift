/// A paste in progress: everything from its begin mark until the terminal falls silent after an end mark.
///
/// The pasted text may itself contain an end mark, with the rest of the paste after it. Bytes that directly follow an end
/// mark are therefore text as well, so that nothing pasted ever acts as keys (T-7). Only the terminal's own reports, above
/// all of the mouse, neither belong to the paste nor keep it from ending.
struct Paste: Sendable {
    /// How long the terminal must be silent after an end mark.
    static let quiet = Duration.milliseconds(50)
    /// The same when more bytes followed the end mark.
    static let quietAgain = Duration.milliseconds(200)
    /// How long a paste without an end mark may go without a byte before it ends.
    static let stall = Duration.seconds(10)
    static let longest = 16 << 20

    private var content: [UInt8] = []
    /// The last bytes, which may contain the beginning of an end mark.
    private var edge: [UInt8] = []
    /// The bytes after the last end mark, and when that mark came; nil before the first end mark.
    private var behind: (bytes: [UInt8], since: ContinuousClock.Instant)?

    var text: String {
        // At the size limit the terminal's reports may be cut off already.
        let isCut = content.count < Self.longest && events != nil
        return PastedText.clean(isCut ? content.dropLast(behind?.bytes.count ?? 0) : content)
    }

    mutating func take(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
        content.append(contentsOf: bytes.prefix(max(0, Self.longest - content.count)))
        let joined = edge + bytes
        if let end = PastedText.lastEnd(in: joined) {
            behind = (Array(joined[end...]), now)
        } else {
            behind?.bytes.append(contentsOf: bytes)
        }
        edge = joined.suffix(PastedText.end.count - 1)
    }

    /// Returns when the paste ends if no more bytes arrive.
    func deadline(after now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        guard let behind else { return now + Self.stall }
        return events == nil ? now + Self.quietAgain : behind.since + Self.quiet
    }

    /// The terminal's reports after the last end mark, without mouse events, which were part of pasting; nil when anything
    /// else followed.
    var events: [InputEvent]? {
        guard let behind, behind.bytes.count <= InputParser.longestSequence else { return nil }
        var events: [InputEvent] = []
        var rest = behind.bytes[...]
        while !rest.isEmpty {
            let step = InputSequence.next(in: rest, final: false)
            // An incomplete report counts as a report until more bytes show otherwise.
            guard step.length > 0 else { break }
            switch step.event {
            case .focus, .report: events += [step.event].compactMap(\.self)
            case .mouse: break
            default: return nil
            }
            rest = rest.dropFirst(step.length)
        }
        return events
    }
}

/// The text content of a paste.
enum PastedText {
    static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Returns the index after the last end mark.
    static func lastEnd(in bytes: [UInt8]) -> Int? {
        var place = bytes.endIndex - end.count
        while place >= 0 {
            if bytes[place...].starts(with: end) { return place + end.count }
            place -= 1
        }
        return nil
    }

    /// Returns plain text: without escape sequences, including the paste's own end marks, and controls; line ends become
    /// "\n".
    static func clean(_ bytes: [UInt8]) -> String {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.first {
            if byte == 0x1B {
                rest = rest.dropFirst(max(1, InputSequence.escapeLength(rest)))
            } else {
                kept.append(byte)
                rest = rest.dropFirst()
            }
        }
        var text = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in String(decoding: kept, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\r": text.append("\n")
            case "\n": if !afterReturn { text.append("\n") }
            case "\t": text.append(scalar)
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
            afterReturn = scalar == "\r"
        }
        return String(text)
    }
}
