import MailContent
import TerminalUI

/// Shortens the target of a link: the host stays whole, and the middle of the rest is cut.
enum LinkLabel {
    static func text(_ target: String, columns: Int, ellipsis: String) -> String {
        let clean = CleanText.line(target)
        guard TextCells.width(clean) > columns else { return clean }
        let slashes = clean.firstRange(of: "://").map { clean[$0.upperBound...] } ?? clean[...]
        let host = clean[..<(slashes.firstIndex(of: "/") ?? clean.endIndex)]
        let room = columns - TextCells.width(host) - TextCells.width(ellipsis)
        guard room > 8 else { return TextCells.truncated(clean, to: columns, ellipsis: ellipsis) }
        let path = clean[host.endIndex...]
        let head = TextCells.prefix(String(path), columns: room / 2)
        var tail = ""
        for character in path.reversed() {
            let more = String(character) + tail
            guard TextCells.width(more) <= room - room / 2 else { break }
            tail = more
        }
        return host + head + ellipsis + tail
    }
}
