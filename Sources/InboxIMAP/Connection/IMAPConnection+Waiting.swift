package import InboxModel
import InboxRemote

extension IMAPConnection {
    /// The longest IDLE, after which servers hang up (RFC 2177 §3).
    private static let longestIdle: Duration = .seconds(29 * 60)
    /// How often a server without IDLE is asked.
    private static let pause: Duration = .seconds(30)

    /// Waits until something happens in a folder (IDLE, RFC 2177), or for some time. `endWait` ends it early.
    /// - Returns: whether anything happened since the last wait in the same folder. At the first one it is not known, and so true at once: mail
    ///   may have come before the folder was opened here.
    package func wait(in folder: String, atMost: Duration) async throws(RemoteError) -> Bool {
        try await enter()
        defer { leave() }
        guard opened?.folder == folder else {
            try await open(folder)
            _ = link.takeNews()
            return true
        }
        let timeline = Timeline(link.clock)
        while timeline.now < atMost {
            if link.takeNews() { return true }
            let left = atMost - timeline.now
            guard capabilities.hasIdle else {
                await nap.wait(atMost: min(left, Self.pause), clock: link.clock)
                try await run(IMAPCommand("NOOP"))
                continue
            }
            guard try await idle(atMost: min(left, Self.longestIdle)) else { break }
        }
        return link.takeNews()
    }

    /// Ends a wait, or else the next one.
    nonisolated func endWait() {
        nap.wake()
        link.interrupt()
    }

    /// - Returns: whether it took its whole time.
    private func idle(atMost: Duration) async throws(RemoteError) -> Bool {
        let command = IMAPCommand("IDLE")
        let tag = try link.begin(1, call: command.name)[0]
        defer { link.end() }
        let timeline = Timeline(link.clock)
        var timer: Task<Void, Never>?
        var watch = link.watch(Self.patienceForProof)
        defer {
            timer?.cancel()
            watch.cancel()
        }
        link.send(command.bytes(tag: tag, capabilities)[0])
        var (isIdle, isEnding, hasEnded) = (false, false, false)
        while true {
            let responses = try await link.next(call: command.name, untilInterrupted: !isEnding)
            for response in responses {
                switch response {
                case .goOn where !isIdle:
                    isIdle = true
                    watch.cancel()
                    timer = Task { [link] in
                        try? await link.clock.wait(atMost)
                        if !Task.isCancelled { link.interrupt() }
                    }
                case .done(tag, let condition):
                    if let error = RefusalJudge.error(condition, call: command.name) { throw error }
                    return timeline.now >= atMost
                case .done:
                    let error = MalformedAnswer(detail: "the server answers a command that was not given")
                    throw link.broken(error, call: command.name)
                default: break
                }
            }
            if responses.isEmpty || link.hasNews { isEnding = true }
            // The server must have agreed before it is told to end.
            guard isEnding, isIdle, !hasEnded else { continue }
            hasEnded = true
            watch = link.watch(Self.patienceForProof)
            link.send(Array("DONE\r\n".utf8))
        }
    }
}
