import InboxModel
import TerminalUI

/// The text of a list without rows: why it has none, and the keys that help.
struct EmptyList {
    var view: MailView
    var title: String
    var isLoading: Bool
    /// The spinner's sign while the list loads.
    var sign: String
    var status: StatusText
    var failure: String?
    /// The problem of the search, if there is no room for it beneath the search line.
    var flaw: String?
    /// Whether some servers have not answered the search yet.
    var isAsking = false
    /// Whether a server that answered may match whole words only, and the query ends in the beginning of a word.
    var mayMissParts = false
    /// Whether the account's mail has ever been read, or is just being read.
    var hasMail: Bool
    /// Whether a server may have older mail of this view than the store.
    var hasOlder = false
    /// What was done today, in words.
    var doneToday = ""
    /// The day that selects the picture.
    var day = 0
    /// Whether the keys of the list work now, so that the helpful ones are shown.
    var hasKeys = true
    var key: (Command) -> String

    func draw(into grid: inout Grid) {
        grid.clear()
        let room = max(10, grid.width - 4)
        var lines: [(text: String, style: Style)] = text.flatMap { line in
            TextCells.wrapped(line.text, to: room).map { ($0, line.style) }
        }
        lines += [("", .plain)] + hintLines(room).map { (hasKeys ? $0 : "", .dim) }
        // The picture is dropped before any line of text.
        let isCalm = isCalm && grid.height >= lines.count + CalmPicture.height
        let picture = isCalm ? CalmPicture.height + (grid.height > lines.count + CalmPicture.height ? 1 : 0) : 0
        var y = max(0, (grid.height - lines.count - picture) / 2 - (picture == 0 ? 1 : 0))
        if isCalm { CalmPicture.draw(into: &grid, y: y, day: day) }
        y += picture
        for line in lines {
            grid.draw(centred: line.text, y: y, line.style)
            y += 1
        }
    }

    private var text: [(text: String, style: Style)] {
        if isLoading { return [("\(sign) Reading \(title)", .dim)] }
        if let failure {
            return [("Mail could not be fetched", Style(.danger)), (failure, .plain)]
        }
        if view.query != nil {
            let more = hasMail && !status.isGettingMail ? "" : " Not all mail is stored here yet."
            let words = isAsking ? "Nothing found on this machine; asking the server." : "Nothing found.\(more)"
            let nothing =
                [(words, Style.bold)] + (mayMissParts ? [("A server may match whole words only.", .dim)] : [])
            return flaw.map { nothing + [($0, Style(.warn))] } ?? nothing
        }
        if !hasMail {
            let connection = status.connection.isEmpty ? "Not connected yet" : status.connection
            let reason = status.offline.map { Wording.reason($0) } ?? ""
            let why: [(text: String, style: Style)] = reason.isEmpty ? [] : [(reason, .plain)]
            let what: [(text: String, style: Style)] = [
                ("No mail here yet", .bold), (connection, status.isGood ? .dim : .warn),
            ]
            return what + why
        }
        if status.isGettingMail {
            return [("Mail is on its way", .bold), (status.connection, .dim)]
        }
        let done: [(text: String, style: Style)] = isCalm && !doneToday.isEmpty ? [(doneToday, .dim)] : []
        return [(allDone, .bold)] + (hasOlder ? [("The server may have older mail.", .dim)] : done)
    }

    /// Whether all mail is known to be here and none is left to deal with.
    private var isCalm: Bool {
        guard !isLoading, failure == nil, hasMail, !hasOlder, status.isGood, !status.isGettingMail else { return false }
        switch view {
        case .unread, .allInboxes, .replyLater, .role(_, .inbox): return true
        default: return false
        }
    }

    private var hinted: [Command] {
        if isLoading { return view.query == nil ? [.drawer, .search] : [.back] }
        if failure != nil { return [.refresh, .drawer] }
        if view.query != nil { return [.back, .search] }
        if !hasMail { return [.refresh] }
        if status.isGettingMail { return [.drawer] }
        return hasOlder ? [.bottom, .drawer, .search] : [.drawer, .search, .refresh]
    }

    private var allDone: String {
        switch view {
        case .unread: "No unread threads!"
        case .replyLater: "No replies left to write!"
        case .snoozed: "Nothing is snoozed."
        case .role(_, .inbox), .allInboxes: "Nothing left in \(title)."
        default: hasOlder ? "Nothing newer in \(title)." : "\(title) is empty."
        }
    }

    /// Returns the helpful keys, as many in a line as there is room for; a key and its words stay together.
    private func hintLines(_ room: Int) -> [String] {
        let words: [Command: String] = [
            .refresh: "ask the server now", .bottom: "get older mail", .drawer: "other mailboxes", .back: "back",
            .search: view.query == nil ? "search all mail" : "change the search",
        ]
        let parts = hinted.filter { !key($0).isEmpty }.map { "\(key($0)) \(words[$0] ?? $0.rawValue)" }
        return parts.reduce(into: []) { lines, part in
            let longer = lines.last.map { $0 + "   " + part }
            if let longer, TextCells.width(longer) <= room {
                lines[lines.count - 1] = longer
            } else {
                lines.append(part)
            }
        }
    }
}
