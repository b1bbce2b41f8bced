/// Decides how to learn of changes, from how earlier connections to the server went.
struct PushPlan: Sendable, Hashable {
    enum Way: Hashable, Sendable {
        /// A WebSocket (RFC 8887), if the server has one.
        case socket
        /// A stream that stays open.
        case stream
        /// A stream that the server ends after each change, which gets through proxies that buffer incomplete responses.
        case endingStream
        /// No stream works: the server is polled.
        case polling
    }

    /// The ping interval that the client requests.
    static let pingInterval = Duration.seconds(30)
    /// How long a socket may take to answer a ping.
    static let pongDue = Duration.seconds(10)
    private static let healthy = Duration.seconds(60)
    private static let longestDelay = Duration.seconds(300)
    private static let silentEnough = 2
    /// This many short-lived sockets in a row are the fault of a proxy.
    private static let tooManyShortSockets = 3

    /// How long the server is polled before streams are tried again.
    static let secondLook = Duration.seconds(1800)

    private(set) var way: Way
    private(set) var failures = 0
    private var silent = 0
    private var shortSockets = 0
    /// Sockets in a row that could not be opened.
    private var unreachedSockets = 0
    /// Whether a stream is tried only because no socket could be opened.
    private var isDetour = false
    /// The ways over which something arrived.
    private var worked: Set<Way> = []

    init(way: Way = .stream) { self.way = way }

    /// Records that the server lacks this way, or, if it has worked before, that a proxy refuses it for a while.
    /// - Returns: how long to wait before the next attempt.
    mutating func refused(random: Double) -> Duration {
        if worked.contains(way) {
            return ended(wasOpen: false, wasSilent: false, lived: .zero, random: random)
        }
        stepDown()
        return .zero
    }

    /// Records that the session no longer names this way.
    mutating func missing() { stepDown() }

    private mutating func stepDown() {
        isDetour = false
        way = way == .socket ? .stream : .polling
        failures = 0
    }

    /// Records that a connection ended.
    /// - Parameters:
    ///   - wasOpen: whether there was a connection; without a network there is none.
    ///   - wasSilent: whether it was open for the watchdog's whole time, and nothing arrived.
    ///   - lived: how long it was open.
    ///   - random: within 0..<1, so that many clients do not reconnect at once.
    /// - Returns: how long to wait before the next connection.
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
        // Ending after a change is normal here.
        if way == .endingStream, !wasSilent, lived > .seconds(1) { return .zero }
        failures = lived >= Self.healthy ? 1 : failures + 1
        shortSockets = lived >= Self.healthy ? 0 : shortSockets + (wasOpen ? 1 : 0)
        if way == .socket, shortSockets >= Self.tooManyShortSockets { stepDown() }
        guard failures > 0 else { return .zero }
        let seconds = min(Self.longestDelay, .seconds(1 << min(failures - 1, 9)))
        return seconds * (0.5 + random)
    }

    /// A proxy that blocks sockets may allow a stream. If neither can be opened, there is no network, and the socket is as good.
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

    /// Returns how long a stream may be silent, given the interval that the server's pings report.
    static func patience(interval: Duration) -> Duration { interval * 2.5 }
}
