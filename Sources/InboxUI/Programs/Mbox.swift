import Foundation

/// Messages one after the other in one file, as `git am` and other programs read them (RFC 4155, quoted as “mboxrd”).
package struct Mbox {
    package private(set) var bytes: [UInt8] = []

    mutating func add(_ message: [UInt8], from sender: String, at date: Date) {
        let sender = sender.filter { !$0.isWhitespace && $0.isASCII }
        bytes += Array("From \(sender.isEmpty ? "MAILER-DAEMON" : sender) \(Self.time(date))\n".utf8)
        var line: [UInt8] = []
        for byte in message {
            if byte == 10 {
                if line.last == 13 { line.removeLast() }
                add(line)
                line = []
            } else {
                line.append(byte)
            }
        }
        if !line.isEmpty { add(line) }
        bytes.append(10)
    }

    private mutating func add(_ line: [UInt8]) {
        if line.drop(while: { $0 == 62 }).starts(with: Array("From ".utf8)) { bytes.append(62) }
        bytes += line
        bytes.append(10)
    }

    /// Formats a date as `asctime` does, in UTC.
    private static func time(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE MMM dd HH:mm:ss yyyy"
        return formatter.string(from: date)
    }
}
