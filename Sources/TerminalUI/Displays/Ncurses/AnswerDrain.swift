import Glibc

/// Removes the terminal's last answers from its input before another program reads it.
enum AnswerDrain {
    /// Reads until that many status answers (DSR) have arrived or the time is up. This also drops keys typed ahead, which
    /// were not meant for the shell either.
    static func run(input: Int32, answers: Int, until end: ContinuousClock.Instant) {
        var found = 0
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while found < answers {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return }
            var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(left.rounded(.up))) > 0 else { continue }
            let count = read(input, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
            found = Self.answers(in: bytes)
        }
    }

    static func answers(in bytes: [UInt8]) -> Int {
        [Array("\u{1B}[0n".utf8), Array("\u{1B}[3n".utf8)].reduce(0) { sum, answer in
            sum + bytes.indices.count { bytes[$0...].starts(with: answer) }
        }
    }
}
