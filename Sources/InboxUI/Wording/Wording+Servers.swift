public import InboxModel

extension Wording {
    /// Says where a server was looked for, and what was found there.
    public static func sentence(_ search: NoServer) -> String {
        let tried = search.attempts.map { "\(place($0.place)) (\(outcome($0.outcome)))" }.joined(separator: ", ")
        return "No JMAP, IMAP or Inbox API server was found. Tried: \(tried)."
    }

    /// Says what a provider wants of users before it lets a mail program in; nil if that is only their password.
    package static func advice(_ provider: MailProvider) -> String? {
        switch provider.secret {
        case .appPassword(let page):
            "\(provider.name) wants an app password here instead of your own. You make one at \(page)"
        case .accessToken:
            "\(provider.name) wants an access token here instead of a password. A program that prints one, and renews it, goes with: "
                + "maraca account add ADDRESS --password-command PROGRAM"
        case .password where provider.isOffAtFirst:
            "\(provider.name) lets mail programs in once you have allowed IMAP in the settings of your mailbox there."
        case .password: nil
        }
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
        case .noAnswer: "no answer"
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
