/// Turns the bytes of a terminal into events. Any bytes will do: what is not understood is skipped, nothing is kept
/// without bound, and nothing is read from a clock: the time comes with the bytes.
public struct InputParser: Sendable {
    /// How long a lone ESC waits for the rest of a sequence before it is the Esc key.
    public static let escapeDelay = Duration.milliseconds(25)
    /// An end mark ends a paste only when the terminal then is silent for so long: an end mark that was copied along has
    /// the rest of the paste behind it.
    public static let pasteQuiet = Duration.milliseconds(50)
    /// A paste that gets no end mark is over after so long without a byte.
    public static let pasteStall = Duration.seconds(10)
    static let longestSequence = 256
    static let longestPaste = 16 << 20

    private enum State: Sendable {
        case ground
        case paste(content: [UInt8], ended: Bool)
    }

    private var pending: [UInt8] = []
    private var state = State.ground
    /// When `expire` is to be called, if no bytes come before; nil when nothing is waited for.
    public private(set) var deadline: ContinuousClock.Instant?

    public init() {}

    /// Takes bytes as they were read and returns the events that they complete.
    public mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
        var events = expire(at: now)
        pending.append(contentsOf: bytes)
        parse(into: &events, final: false)
        setDeadline(now)
        return events
    }

    /// Ends what has waited for too long.
    public mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
        guard let due = deadline, now >= due else { return [] }
        var events: [InputEvent] = []
        if case .paste(let content, _) = state {
            state = .ground
            events.append(.paste(PastedText.clean(content + pending)))
            pending = []
        } else {
            parse(into: &events, final: true)
        }
        deadline = nil
        return events
    }

    private mutating func setDeadline(_ now: ContinuousClock.Instant) {
        switch state {
        case .ground: deadline = pending.isEmpty ? nil : now + InputParser.escapeDelay
        case .paste(_, let ended): deadline = now + (ended ? InputParser.pasteQuiet : InputParser.pasteStall)
        }
    }

    private mutating func parse(into events: inout [InputEvent], final: Bool) {
        var used = 0
        while used < pending.count {
            if case .paste = state {
                pending.removeFirst(used)
                used = 0
                takePasted()
                return
            }
            let step = InputSequence.next(in: pending[used...], final: final)
            guard step.length > 0 else { break }
            used += step.length
            if step.startsPaste { state = .paste(content: [], ended: false) }
            if let event = step.event { events.append(event) }
        }
        pending.removeFirst(used)
        if pending.count > InputParser.longestSequence { pending = [] }
    }

    /// Everything up to the last end mark and beyond is text; only silence after an end mark ends it.
    private mutating func takePasted() {
        guard case .paste(var content, _) = state else { return }
        state = .ground
        content.append(contentsOf: pending)
        pending = []
        if content.count > InputParser.longestPaste { content.removeLast(content.count - InputParser.longestPaste) }
        state = .paste(content: content, ended: content.suffix(PastedText.end.count).elementsEqual(PastedText.end))
    }
}

/// The text of a paste.
enum PastedText {
    static let end: [UInt8] = Array("\u{1B}[201~".utf8)

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
