import InboxModel
import TerminalUI

/// What a list without rows says: why there are none, and the key that helps.
struct EmptyList {
    var view: MailView
    var title: String
    var isLoading: Bool
    /// The spinner's, while it loads.
    var sign: String
    var status: StatusText
    var failure: String?
    /// Whether the account's mailboxes have ever been read.
    var hasMail: Bool
    var key: (Command) -> String

    init(
        view: MailView, title: String, isLoading: Bool, sign: String, status: StatusText, failure: String?,
        hasMail: Bool,
        key: @escaping (Command) -> String
    ) {
        self.view = view
        self.title = title
        self.isLoading = isLoading
        self.sign = sign
        self.status = status
        self.failure = failure
        self.hasMail = hasMail
        self.key = key
    }

    func draw(into grid: inout Grid) {
        grid.clear()
        var lines = text
        let room = max(10, grid.width - 4)
        lines = lines.flatMap { line in TextCells.wrapped(line.text, to: room).map { ($0, line.style) } }
        var y = max(0, (grid.height - lines.count) / 2 - 1)
        for line in lines {
            grid.draw(centred: line.text, y: y, line.style)
            y += 1
        }
    }

    private var text: [(text: String, style: Style)] {
        if isLoading { return [("\(sign) Reading \(title)", .dim)] }
        if let failure {
            return [
                ("Mail could not be fetched", Style(.danger)), (failure, .plain), ("", .plain),
                hint([.refresh, .drawer]),
            ]
        }
        if view.query != nil {
            let more = hasMail && !status.isGettingMail ? "" : " Not all mail is here yet."
            return [
                ("Nothing found.\(more)", .bold), ("", .plain),
                hint([.back, .search]),
            ]
        }
        if !hasMail {
            let connection = status.connection.isEmpty ? "Not connected yet" : status.connection
            return [
                ("No mail here yet", .bold), (connection, status.isGood ? .dim : .warn), ("", .plain), hint([.refresh]),
            ]
        }
        if status.isGettingMail {
            return [("Mail is on its way", .bold), (status.connection, .dim), ("", .plain), hint([.drawer])]
        }
        return [(allDone, .bold), ("", .plain), hint([.drawer, .search, .refresh])]
    }

    private var allDone: String {
        switch view {
        case .unread: "No unread threads!"
        case .role(_, .inbox), .allInboxes: "Nothing left in \(title)."
        default: "\(title) is empty."
        }
    }

    private func hint(_ commands: [Command]) -> (text: String, style: Style) {
        let words: [Command: String] = [
            .refresh: "ask the server now", .drawer: "other mailboxes", .back: "back",
            .search: view.query == nil ? "search all mail" : "change the search",
        ]
        let parts = commands.filter { !key($0).isEmpty }.map { "\(key($0)) \(words[$0] ?? $0.rawValue)" }
        return (parts.joined(separator: "   "), .dim)
    }
}
