/// Parses the bytes of a terminal into events. Accepts any bytes: skips what it does not understand, keeps nothing without
/// bound, and reads no clock, as the caller passes the time.
struct InputParser: Sendable {
    /// How long a lone ESC waits for the rest of a sequence before it counts as the Esc key.
    static let escapeDelay = Duration.milliseconds(25)
    /// The same on a slow or remote line, where bytes may arrive one by one.
    static let slowEscapeDelay = Duration.milliseconds(120)
    /// How long `ESC [` and similar beginnings wait: a user can type them, with Alt, but hardly ever does.
    static let altDelay = Duration.milliseconds(100)
    static let slowAltDelay = Duration.milliseconds(250)
    /// How long the rest of a sequence may still arrive after its ESC was taken for the key.
    static let strayDelay = Duration.milliseconds(150)
    /// The wait for the rest of a longer sequence, which no user types; it may be late on a bad line.
    static let sequenceDelay = Duration.seconds(1)
    static let longestSequence = 256

    /// Whether the line is slow or remote, so that the bytes of one key may arrive separately.
    var isSlow = false

    private var pending: [UInt8] = []
    /// The beginning of a sequence whose rest did not come in time, and when it was given up: a lone ESC was taken for the
    /// key, a longer one was dropped.
    private var givenUp: (beginning: [UInt8], at: ContinuousClock.Instant)?
    /// Since when the sequence that is pending can't be keys.
    private var longSince: ContinuousClock.Instant?
    /// Until when to skip the rest of an answer that was longer than any answer we ask for; nil when there is none.
    private var skipsUntil: ContinuousClock.Instant?
    /// Nil while keys are read.
    private var paste: Paste?
    /// When to call `expire` if no bytes arrive before; nil when nothing is pending.
    private(set) var deadline: ContinuousClock.Instant?

    init() {}

    /// Takes bytes as they were read and returns the events that they complete. Does not time out pending bytes, since the
    /// new ones may have arrived at any time while the program was busy.
    mutating func feed(_ bytes: some Sequence<UInt8>, at now: ContinuousClock.Instant) -> [InputEvent] {
        var events: [InputEvent] = []
        let mayBeRest = pending.isEmpty && paste == nil && skipsUntil == nil
        pending.append(contentsOf: bytes)
        if mayBeRest, let givenUp { takeRest(of: givenUp.beginning, into: &events, after: now - givenUp.at) }
        givenUp = nil
        parse(into: &events, at: now)
        setDeadline(now)
        return events
    }

    /// Takes the rest of a sequence that was given up. `[B` in one read right after Esc is the key Down, as no user types both
    /// at once. A terminal's answer presses no key, however late the rest is: it comes before all that is typed after it.
    private mutating func takeRest(of beginning: [UInt8], into events: inout [InputEvent], after delay: Duration) {
        let step = InputSequence.next(in: (beginning + pending)[...], final: false)
        guard step.length > beginning.count, !step.startsPaste, let event = step.event else { return }
        let isBracket = pending[0] == UInt8(ascii: "[") || pending[0] == UInt8(ascii: "O")
        let isStray = beginning == [0x1B] && isBracket && step.length > 2 && delay <= Self.strayDelay
        // Esc and Alt-[ may have been pressed, and text with a bracket may follow.
        let isLong = beginning.count > 2 && !step.isKey
        let isAnswer = if case .report = event { true } else { false }
        guard isStray || isLong || isAnswer else { return }
        pending.removeFirst(step.length - beginning.count)
        events.append(event)
    }

    /// Ends what has been pending for too long. Call this when there was nothing to read.
    mutating func expire(at now: ContinuousClock.Instant) -> [InputEvent] {
        guard let due = deadline, now >= due else { return [] }
        var events: [InputEvent] = []
        if let paste {
            events.append(.paste(paste.text))
            events += paste.events ?? []
            self.paste = nil
        } else {
            skipsUntil = nil
            givenUp = (pending, now)
            parse(into: &events, at: now, final: true)
        }
        deadline = nil
        return events
    }

    private mutating func setDeadline(_ now: ContinuousClock.Instant) {
        longSince = pending.count > 2 ? longSince ?? now : nil
        // Keys that are typed behind a beginning without an end do not prolong the wait.
        deadline = paste?.deadline(after: now) ?? skipsUntil ?? delay.map { (longSince ?? now) + $0 }
    }

    /// How long the pending bytes wait for their rest.
    private var delay: Duration? {
        guard let first = pending.first else { return nil }
        guard first == 0x1B else { return Self.sequenceDelay }
        switch pending.count {
        case 1: return isSlow ? Self.slowEscapeDelay : Self.escapeDelay
        case 2: return isSlow ? Self.slowAltDelay : Self.altDelay
        default: return Self.sequenceDelay
        }
    }

    private mutating func parse(into events: inout [InputEvent], at now: ContinuousClock.Instant, final: Bool = false) {
        skip()
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
        if used > 0 { longSince = nil }
        if paste != nil {
            paste?.take(pending, at: now)
            pending = []
        }
        if skipsUntil != nil { skip() }
        if pending.count > InputParser.longestSequence { pending = [] }
    }

    /// Skips the rest of an answer that was too long.
    private mutating func skip() {
        guard skipsUntil != nil else { return }
        guard let end = InputSequence.stringEnd(pending) else {
            // ESC may be the first half of the terminator.
            return pending = pending.last == 0x1B ? [0x1B] : []
        }
        pending.removeFirst(end)
        skipsUntil = nil
    }
}
