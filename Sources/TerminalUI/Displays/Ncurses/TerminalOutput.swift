import CNcurses
import Glibc

/// Bytes on their way to the terminal, written as it takes them.
struct TerminalOutput {
    /// Where to write without waiting; the terminal's own descriptor when it could not be opened again.
    let descriptor: Int32
    private let waits: Bool
    private var bytes: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(terminal: Int32) {
        let own = cnc_terminal_reopen(terminal)
        descriptor = own >= 0 ? own : terminal
        waits = own < 0
    }

    /// All that was ever to be written.
    private(set) var total = 0

    var isEmpty: Bool { bytes.isEmpty }
    var isWritable: Bool { cnc_writable(descriptor) }

    mutating func append(_ sequence: String) {
        bytes.append(contentsOf: sequence.utf8)
        total += sequence.utf8.count
    }

    /// Takes over what ncurses painted; returns how many bytes that were. Nothing is added when it painted nothing.
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
            // Where writing waits, little at a time makes waiting unlikely.
            let most = waits ? 512 : bytes.count - sent
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, min(most, $0.count)) }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                // The terminal is gone: its hang-up is told elsewhere, and there is nobody to read the rest.
                if errno != EAGAIN { sent = bytes.count }
                break
            }
        }
        bytes.removeFirst(sent)
    }

    /// Writes everything, but waits no longer than half a second for a terminal that does not read.
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
