package import InboxModel
package import InboxRemote

/// The connections of an account: up to three for work, made when needed and kept for a while, and one that only waits for news.
package actor IMAPPool {
    private static let most = 3
    /// How long a connection is kept that does nothing.
    private static let longestIdle: Duration = .seconds(300)
    /// After so long a kept connection must prove that it is alive before it is used.
    private static let doubtful: Duration = .seconds(15)

    /// What the server wants its user to read.
    nonisolated let alerts = AlertBoard()
    private let opener: IMAPOpener
    private let clock: any Clock<Duration>
    private let timeline: Timeline
    private let turns = Turnstile(most)
    private let nap = Wake()
    private var kept: [Kept] = []
    private var known: IMAPCapabilities?
    /// Counts what made connections doubtful: those of before are not used again.
    private var age = 0
    /// Connections that work.
    private var busy = 0
    /// Turns that are not taken, because the server does not accept so many connections.
    private var resting = 0
    private var sweeper: Task<Void, Never>?

    private var listener: IMAPConnection?
    private var isListening = false
    private var isWoken = false
    /// Whether there is no connection left for waiting, because the server does not accept so many.
    private var restsListener = false
    /// Whether the server does not do what it says it can.
    private var refusesIdle = false

    private struct Kept {
        var connection: IMAPConnection
        var since: Duration
    }

    package init(
        places: IMAPPlaces, credential: MailCredential, transport: any MailTransport,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        opener = IMAPOpener(
            place: places.imap, credential: credential, transport: transport, clock: clock, alerts: alerts)
        self.clock = clock
        timeline = Timeline(clock)
    }

    deinit { sweeper?.cancel() }

    /// Does something on a free connection; if all are busy, waits for one. A connection that turns out to be dead before anything
    /// was done on it is replaced. After an error that is no refusal, the connection is closed.
    package func run<Value: Sendable>(
        _ body: @Sendable (IMAPConnection) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        try await takeTurn()
        defer { turns.give() }
        let connection = try await connection()
        await connection.hold()
        let age = age
        busy += 1
        defer { busy -= 1 }
        do throws(RemoteError) {
            let value = try await body(connection)
            giveBack(connection, age)
            return value
        } catch {
            if case .drop = error.nextStep { giveBack(connection, age) } else { connection.hangUp() }
            doubt(after: error)
            throw error
        }
    }

    /// Waits on a connection of its own until something happens in a folder, or for some time. A server without IDLE is only waited for.
    /// `wake` ends it early.
    /// - Returns: whether anything happened, or may have: nobody knows at the first wait, and after the connection was made anew.
    package func wait(in folder: String, atMost: Duration) async throws(RemoteError) -> Bool {
        defer { isWoken = false }
        guard try await capabilities().hasIdle, !refusesIdle, !restsListener else { return try await rest(atMost) }
        if let listener, listener.isOpen {
            do throws(RemoteError) { return try await listen(listener, folder, atMost) } catch {
                // That the server fell silent must be known before a new connection shows whether it is still there.
                guard case .unreachable = error.reason, error.finding != .silent else { throw error }
            }
        }
        let connection: IMAPConnection
        do throws(RemoteError) { connection = try await opener.open() } catch {
            guard Self.isTooMany(error) else { throw error }
            if let idle = kept.popLast() {
                idle.connection.hangUp()
                return try await wait(in: folder, atMost: atMost)
            }
            guard busy > 0 else { throw error }
            restsListener = true
            return try await rest(atMost)
        }
        return try await listen(connection, folder, atMost)
    }

    package func wake() {
        isWoken = true
        nap.wake()
        if isListening { listener?.endWait() }
    }

    /// What the server can do.
    package func capabilities() async throws(RemoteError) -> IMAPCapabilities {
        if let known { return known }
        return try await run { connection throws(RemoteError) in connection.capabilities }
    }

    /// Signs in anew: connections that are open do not show whether the server still accepts the secret.
    package func proveSignIn() async throws(RemoteError) {
        try await opener.open().hangUp()
    }

    /// Makes later work use new connections.
    package func doubtConnections() {
        age += 1
        kept.forEach { $0.connection.hangUp() }
        kept = []
        listener?.hangUp()
        listener = nil
        giveRest()
    }
}

private extension IMAPPool {
    func takeTurn() async throws(RemoteError) {
        guard await turns.take() else {
            var error = RemoteError(.cancelled, call: "connect")
            error.isBeforeWork = true
            throw error
        }
    }

    /// A connection that is alive, as far as can be known.
    func connection() async throws(RemoteError) -> IMAPConnection {
        while let last = kept.popLast() {
            if !last.connection.isOpen { continue }
            if timeline.now - last.since < Self.doubtful { return last.connection }
            do throws(RemoteError) {
                try await last.connection.prove()
                return last.connection
            } catch {
                last.connection.hangUp()
                guard error.reason != .cancelled else { throw error.before }
                doubt(after: error)
            }
        }
        do throws(RemoteError) {
            let connection = try await opener.open()
            known = connection.capabilities
            return connection
        } catch {
            if Self.isTooMany(error), busy == 0, let listener {
                // Work comes before waiting.
                (restsListener, self.listener) = (true, nil)
                listener.hangUp()
                do throws(RemoteError) { return try await self.connection() } catch {
                    restsListener = false
                    throw error
                }
            }
            guard mayWait(after: error) else { throw error }
            // Servers accept only so many connections. One of two turns rests until there is reason to try again.
            try await takeTurn()
            resting += 1
            return try await connection()
        }
    }

    /// Where one connection fell silent, all have: the one that waits for news would not notice for a while.
    func doubt(after error: RemoteError) {
        guard error.finding == .silent else { return }
        kept.forEach { $0.connection.hangUp() }
        kept = []
        listener?.fallSilent()
    }

    func mayWait(after error: RemoteError) -> Bool {
        busy > 0 && resting < Self.most - 1 && Self.isTooMany(error)
    }

    static func isTooMany(_ error: RemoteError) -> Bool {
        switch error.reason {
        case .busy, .limited: true
        default: false
        }
    }

    func giveBack(_ connection: IMAPConnection, _ age: Int) {
        guard connection.isOpen, age == self.age else { return connection.hangUp() }
        kept.append(Kept(connection: connection, since: timeline.now))
        guard sweeper == nil else { return }
        sweeper = Task { [weak self, clock] in
            while !Task.isCancelled {
                try? await clock.wait(Self.longestIdle)
                guard let self, await self.sweep() else { return }
            }
        }
    }

    /// - Returns: whether it must be called again.
    func sweep() -> Bool {
        let now = timeline.now
        for old in kept where now - old.since >= Self.longestIdle { old.connection.hangUp() }
        kept.removeAll { !$0.connection.isOpen }
        giveRest()
        if kept.isEmpty { sweeper = nil }
        return !kept.isEmpty
    }

    func giveRest() {
        for _ in 0..<resting { turns.give() }
        resting = 0
        restsListener = false
    }

    /// Waits without a connection.
    func rest(_ atMost: Duration) async throws(RemoteError) -> Bool {
        if !isWoken { await nap.wait(atMost: atMost, clock: clock) }
        if Task.isCancelled { throw RemoteError(.cancelled, call: "IDLE") }
        return false
    }

    func listen(_ connection: IMAPConnection, _ folder: String, _ atMost: Duration) async throws(RemoteError) -> Bool {
        let age = age
        (listener, isListening) = (connection, true)
        defer { isListening = false }
        if isWoken { return false }
        do throws(RemoteError) {
            return try await connection.wait(in: folder, atMost: atMost)
        } catch {
            if case .drop = error.nextStep, error.call == "IDLE" {
                refusesIdle = true
                return false
            }
            if case .drop = error.nextStep { throw error }
            connection.hangUp()
            if listener === connection { listener = nil }
            doubt(after: error)
            // It was hung up from here: what happened meanwhile is not known.
            if age != self.age || restsListener, error.reason != .cancelled { return true }
            throw error
        }
    }
}
