/// Decides how to hear of changes, from how the connections to the server's event stream went.
struct PushPlan: Sendable, Hashable {
    enum Way: Hashable, Sendable {
        /// A WebSocket (RFC 8887), where the server has one.
        case socket
        /// A stream that stays open.
        case stream
        /// A stream that the server ends after each change: it gets through proxies that hold back what is not complete.
        case endingStream
        /// No stream works here: the server is asked now and then.
        case polling
    }

    /// What we ask the server to ping at.
    static let pingInterval = Duration.seconds(30)
    /// How long a socket may take to answer a ping of ours.
    static let pongDue = Duration.seconds(10)
    private static let healthy = Duration.seconds(60)
    private static let longestDelay = Duration.seconds(300)
    private static let silentEnough = 2
    /// So many sockets in a row that did not last are a proxy's doing.
    private static let tooManyShortSockets = 3

    /// How long the server is only asked now and then before streams are tried once more.
    static let secondLook = Duration.seconds(1800)

    private(set) var way: Way
    private(set) var failures = 0
    private var silent = 0
    private var shortSockets = 0
    /// Sockets in a row that never were.
    private var unreachedSockets = 0
    /// Whether the stream is tried only because no socket was reached.
    private var isDetour = false
    /// The ways that something was heard by.
    private var worked: Set<Way> = []

    init(way: Way = .stream) { self.way = way }

    /// The server has no such thing; or something before it says so for a while, where this way has worked.
    /// - Returns: how long to wait before the next try.
    mutating func refused(random: Double) -> Duration {
        if worked.contains(way) {
            return ended(wasOpen: false, wasSilent: false, lived: .zero, random: random)
        }
        stepDown()
        return .zero
    }

    /// The server does not name this way any more.
    mutating func missing() { stepDown() }

    private mutating func stepDown() {
        isDetour = false
        way = way == .socket ? .stream : .polling
        failures = 0
    }

    /// A connection is over.
    /// - Parameters:
    ///   - wasOpen: whether there was one at all; without a network there is none.
    ///   - wasSilent: it was open for the whole of the watchdog's time, and nothing came.
    ///   - lived: how long it was open.
    ///   - random: within 0..<1, so that many clients do not come back at once.
    /// - Returns: how long to wait before the next one.
    mutating func ended(wasOpen: Bool = true, wasSilent: Bool, lived: Duration, random: Double) -> Duration {
        if wasOpen, !wasSilent { worked.insert(way) }
        lookAround(wasOpen: wasOpen)
        if wasSilent {
            silent += 1
            if silent >= Self.silentEnough {
                silent = 0
                way = way == .socket ? .stream : way == .stream ? .endingStream : .polling
            }
        } else {
            silent = 0
        }
        // The end after a change is how that way works.
        if way == .endingStream, !wasSilent, lived > .seconds(1) { return .zero }
        failures = lived >= Self.healthy ? 1 : failures + 1
        shortSockets = lived >= Self.healthy ? 0 : shortSockets + (wasOpen ? 1 : 0)
        if way == .socket, shortSockets >= Self.tooManyShortSockets { stepDown() }
        guard failures > 0 else { return .zero }
        let seconds = min(Self.longestDelay, .seconds(1 << min(failures - 1, 9)))
        return seconds * (0.5 + random)
    }

    /// A proxy that lets no socket through may let a stream through; where that is not reached either, there is no network, and
    /// the socket is as good.
    private mutating func lookAround(wasOpen: Bool) {
        if way == .socket {
            unreachedSockets = wasOpen ? 0 : unreachedSockets + 1
            isDetour = unreachedSockets >= Self.tooManyShortSockets
            if isDetour { (way, unreachedSockets) = (.stream, 0) }
        } else if isDetour {
            isDetour = false
            if !wasOpen { way = .socket }
        }
    }

    /// How long a stream may be silent, given the interval that the server's pings name.
    static func patience(interval: Duration) -> Duration { interval * 2.5 }
}
