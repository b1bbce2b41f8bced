import CNcurses
import Glibc

/// The queue of bytes for the terminal, written as it takes them.
struct TerminalOutput {
    /// The descriptor for writing without blocking; the terminal's own when it could not be reopened.
    let descriptor: Int32
    private let waits: Bool
    private var bytes: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(terminal: Int32) {
        let own = cnc_terminal_reopen(terminal)
        descriptor = own >= 0 ? own : terminal
        waits = own < 0
    }

    /// The total number of bytes ever queued.
    private(set) var total = 0

    var isEmpty: Bool { bytes.isEmpty }
    var isWritable: Bool { cnc_writable(descriptor) }

    mutating func append(_ sequence: String) {
        bytes.append(contentsOf: sequence.utf8)
        total += sequence.utf8.count
    }

    /// Takes over the output of ncurses and returns its size in bytes. Adds nothing when ncurses painted nothing.
    mutating func takePainted(framed: Bool) -> Int {
        let (before, totalBefore) = (bytes.count, total)
        while true {
            let count = cnc_screen_output(&buffer, buffer.count)
            guard count > 0 else { break }
            if framed && bytes.count == before { append(TerminalModes.frameBegin) }
            bytes.append(contentsOf: buffer[..<count])
        }
        if bytes.count > before {
            bytes.replaceSubrange(before..., with: PaintedBytes.plain(bytes[before...]))
        }
        if framed && bytes.count > before { append(TerminalModes.frameEnd) }
        total = totalBefore + bytes.count - before
        return bytes.count - before
    }

    /// Writes as much as the terminal takes now.
    mutating func flush() {
        var sent = 0
        while sent < bytes.count {
            guard isWritable else { break }
            // On a blocking descriptor, small writes make blocking unlikely.
            let most = waits ? 512 : bytes.count - sent
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, min(most, $0.count)) }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                // The terminal is gone: its hang-up is handled elsewhere, and nobody can read the rest.
                if errno != EAGAIN { sent = bytes.count }
                break
            }
        }
        bytes.removeFirst(sent)
    }

    /// Writes everything, but waits at most half a second for a terminal that does not read.
    mutating func flushAndWait() {
        let end = ContinuousClock.now + .milliseconds(500)
        flush()
        while !bytes.isEmpty && ContinuousClock.now < end {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&ready, 1, 50)
            flush()
        }
        bytes = []
    }
}
