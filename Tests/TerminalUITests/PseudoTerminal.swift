import Glibc

/// A terminal whose master the test holds. Its slave becomes this process's standard input and output, so it needs
/// its own process.
struct PseudoTerminal {
    let master: Int32
    private let slave: Int32

    init?(columns: UInt16 = 80, rows: UInt16 = 24) {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN, which Swift cannot import: unlock the slave, and get its number.
        var locked: Int32 = 0
        var number: UInt32 = 0
        guard master >= 0, ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            return nil
        }
        slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard slave >= 0 else { return nil }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(slave, UInt(TIOCSWINSZ), &size) == 0 else { return nil }
        guard dup2(slave, 0) == 0, dup2(slave, 1) == 1 else { return nil }
        setenv("TERM", "xterm-256color", 1)
        setenv("LC_ALL", "C.UTF-8", 1)
        unsetenv("COLORTERM")
        unsetenv("NO_COLOR")
    }

    /// The modes as bytes, for comparison.
    var modes: [UInt8] {
        var modes = termios()
        guard tcgetattr(slave, &modes) == 0 else { return [] }
        return withUnsafeBytes(of: &modes) { Array($0) }
    }

    /// Returns the output to the terminal since the last call.
    func output() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 20) > 0, waiting.revents & Int16(POLLIN) != 0 {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }
}
