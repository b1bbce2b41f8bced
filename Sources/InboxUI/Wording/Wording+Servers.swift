public import InboxModel

extension Wording {
    /// Says where a server was looked for, what was found there, and what exists instead.
    public static func sentence(_ search: NoServer) -> String {
        let tried = search.attempts.map { "\(place($0.place)) (\(outcome($0.outcome)))" }.joined(separator: ", ")
        return "\(instead(search.imap)) Tried: \(tried)."
    }

    private static func instead(_ server: NoServer.IMAPServer?) -> String {
        guard let server else { return "No JMAP or Inbox API server was found." }
        if let url = server.jmapURL {
            return "The mail is at \(server.provider ?? server.host): give \(url) as the server."
        }
        let whose = server.provider.map { "\($0), " } ?? ""
        return
            "The mail is on an IMAP server (\(whose)\(line(server.host))); Maraca speaks JMAP and the Inbox API. "
            + "With mbsync its mail is served by: maraca serve --sync-maildir DIR."
    }

    private static func place(_ place: NoServer.Place) -> String {
        switch place {
        case .record(let name): line(name)
        case .url(let url): line(url.hasPrefix("https://") ? String(url.dropFirst(8)) : url)
        }
    }

    private static func outcome(_ outcome: NoServer.Outcome) -> String {
        switch outcome {
        case .noRecord: "no record"
        case .leadsTo(let host): "names \(line(host))"
        case .unreachable(let detail), .insecure(let detail): short(detail)
        case .status(let status): String(status)
        case .noMail: "no mail server"
        }
    }

    private static func short(_ detail: String) -> String {
        let detail = line(detail)
        return detail.count > 60 ? detail.prefix(59) + "…" : detail
    }
}
