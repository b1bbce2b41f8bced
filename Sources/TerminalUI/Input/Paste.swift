/// A paste on its way: everything from its begin mark until the terminal has nothing more to say after an end mark.
///
/// An end mark may have been copied along, and then the rest of the paste is behind it: what follows an end mark at once is
/// text as well, so that nothing that was pasted is ever a key (T-7). Only what the terminal says by itself, the mouse above
/// all, neither belongs to the paste nor keeps it from ending.
struct Paste: Sendable {
    /// After an end mark the terminal is silent for so long.
    static let quiet = Duration.milliseconds(50)
    /// The same where something came behind the end mark.
    static let quietAgain = Duration.milliseconds(200)
    /// A paste that gets no end mark is over after so long without a byte.
    static let stall = Duration.seconds(10)
    static let longest = 16 << 20

    private var content: [UInt8] = []
    /// The last bytes, in which an end mark may have begun.
    private var edge: [UInt8] = []
    /// What came behind the last end mark, and when that came; nil before the first one.
    private var behind: (bytes: [UInt8], since: ContinuousClock.Instant)?

    var text: String {
        // What the terminal said by itself may have been cut off.
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

    /// When the paste is over, if nothing comes before.
    func deadline(after now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        guard let behind else { return now + Self.stall }
        return events == nil ? now + Self.quietAgain : behind.since + Self.quiet
    }

    /// What the terminal said by itself behind the last end mark, but for the mouse, whose way was part of pasting; nil where
    /// there was more than that.
    var events: [InputEvent]? {
        guard let behind, behind.bytes.count <= InputParser.longestSequence else { return nil }
        var events: [InputEvent] = []
        var rest = behind.bytes[...]
        while !rest.isEmpty {
            let step = InputSequence.next(in: rest, final: false)
            // A report that has only begun is one, until it proves otherwise.
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

/// The text of a paste.
enum PastedText {
    static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    /// The place behind the last end mark.
    static func lastEnd(in bytes: [UInt8]) -> Int? {
        var place = bytes.endIndex - end.count
        while place >= 0 {
            if bytes[place...].starts(with: end) { return place + end.count }
            place -= 1
        }
        return nil
    }

    /// Text only: escape sequences, the paste's own end marks among them, and controls are gone, line ends are "\n".
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
