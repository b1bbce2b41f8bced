/// Turns the bytes of a terminal into events. Any bytes will do: what is not understood is skipped, nothing is kept
/// without bound, and nothing is read from a clock: the time comes with the bytes.
public struct InputParser: Sendable {
    /// How long a lone ESC waits for the rest of a sequence before it is the Esc key.
    public static let escapeDelay = Duration.milliseconds(25)
    /// The same for `ESC [` and its like, which a hand can type, with Alt, but hardly ever does.
    static let altDelay = Duration.milliseconds(100)
    /// What no hand types is never taken for keys: the rest of it may be late, over a bad line.
    static let sequenceDelay = Duration.seconds(1)
    static let longestSequence = 256

    private var pending: [UInt8] = []
    /// Until when the rest of an answer is passed over that was longer than any that is asked for; nil when there is none.
    private var skipsUntil: ContinuousClock.Instant?
    /// Nil while keys are read.
    private var paste: Paste?
    /// When `expire` is to be called, if no bytes come before; nil when nothing is waited for.
    public private(set) var deadline: ContinuousClock.Instant?

    public init() {}

    /// Takes bytes as they were read and returns the events that they complete. Nothing that waited is ended by them, since they
    /// may have lain there for as long as the program was busy.
    public mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        pending.append(contentsOf: bytes)
        parse(into: &events, at: now)
        setDeadline(now)
        return events
    }

    /// Ends what has waited for too long; to be called when there was nothing to read.
    public mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
        guard let due = deadline, now >= due else { return [] }
        var events: [InputEvent] = []
        if let paste {
            events.append(.paste(paste.text))
            events += paste.events ?? []
            self.paste = nil
        } else {
            skipsUntil = nil
            parse(into: &events, at: now, final: true)
        }
        deadline = nil
        return events
    }

    private mutating func setDeadline(_ now: ContinuousClock.Instant) {
        deadline = paste?.deadline(after: now) ?? skipsUntil ?? delay.map { now + $0 }
    }

    /// How long what is pending waits for its rest.
    private var delay: Duration? {
        guard let first = pending.first else { return nil }
        guard first == 0x1B else { return Self.sequenceDelay }
        return pending.count == 1 ? Self.escapeDelay : pending.count == 2 ? Self.altDelay : Self.sequenceDelay
    }

    private mutating func parse(into events: inout [InputEvent], at now: ContinuousClock.Instant, final: Bool = false) {
        skip(at: now)
        var used = 0
        while used < pending.count, paste == nil, skipsUntil == nil {
            let step = InputSequence.next(in: pending[used...], final: final)
            guard step.length > 0 else { break }
            used += step.length
            if step.startsPaste { paste = Paste() }
            if step.isCutOff { skipsUntil = now + Self.sequenceDelay }
            if let event = step.event { events.append(event) }
        }
        pending.removeFirst(used)
        if paste != nil {
            paste?.take(pending, at: now)
            pending = []
        }
        if skipsUntil != nil { skip(at: now) }
        if pending.count > InputParser.longestSequence { pending = [] }
    }

    /// Passes over what is left of an answer that was too long.
    private mutating func skip(at now: ContinuousClock.Instant) {
        guard skipsUntil != nil else { return }
        guard let end = InputSequence.stringEnd(pending) else {
            // ESC may be the first half of the end.
            return pending = pending.last == 0x1B ? [0x1B] : []
        }
        pending.removeFirst(end)
        skipsUntil = nil
    }
}
