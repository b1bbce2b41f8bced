import InboxKit
import InboxModel
import MailContent

/// Why signing in failed, and which field the failure concerns.
struct LoginFailure: Hashable, Sendable {
    var field: LoginForm.Field?
    /// What happened, and what to do about it.
    var text: String
    /// The URL of a server that was found instead, which the user has to confirm.
    var server: String?

    init(field: LoginForm.Field?, text: String, server: String? = nil) {
        self.field = field
        self.text = text
        self.server = server
    }

    /// Nil when the user stopped signing in.
    /// - Parameter url: Where the server was asked, if that is known.
    init?(_ error: SessionError, at url: String? = nil) {
        switch error {
        case .remote(let error):
            guard let failure = LoginFailure(error, at: url) else { return nil }
            self = failure
        case .accountExists: self.init(field: .address, text: Wording.sentence(error))
        case .secret, .home, .store, .action, .notFound: self.init(field: nil, text: Wording.sentence(error))
        }
    }

    /// - Parameter isInBrowser: Whether a web page asked for the password, so that the form has none.
    init?(_ error: RemoteError, isInBrowser: Bool = false, at url: String? = nil) {
        let said = LoginFailure.quoted(error.summary)
        if let server = error.foreignServer {
            self.init(
                field: .server, text: ForeignServer.question(server, at: nil), server: server
            )
            return
        }
        if error.otherAccounts != nil {
            self.init(field: .password, text: "That is not for this account\(said). Nothing was saved.")
            return
        }
        if error.finding == .noMailAccount {
            self.init(
                field: .address,
                text: "The server lets you in, but this sign-in has no account with mail. Nothing was saved.")
            return
        }
        if error.unapprovedOrigins != nil {
            self.init(
                field: .server,
                text:
                    "Your password is not sent there unasked\(said). Nothing was saved.")
            return
        }
        if error.finding == .lostAddress {
            self.init(field: nil, text: Wording.sentence(error))
            return
        }
        if error.isAboutSending, error.reason != .cancelled {
            self.init(
                field: .server,
                text: "Mail can be read there, but not sent\(said). Nothing was saved. To read only, end the URL "
                    + "of the server with ?smtp=none")
            return
        }
        switch error.reason {
        case .cancelled: return nil
        case .signedOut where isInBrowser:
            self.init(field: nil, text: "The sign-in page refused\(said). Try again.")
        case .signedOut:
            let said = LoginFailure.isAboutProtocol(error.summary) ? "" : said
            let advice = url.flatMap { MailProvider.of(server: $0) }.flatMap(Wording.advice)
            self.init(
                field: .password,
                text: "The server does not accept this password or token\(said). "
                    + (advice ?? "Check it and try again."))
        case .refused where url.map(SignIn.isIMAP) == true:
            self.init(field: .server, text: "The server does not let you in\(said). Nothing was saved.")
        case .unreachable(detail: "the answer is not HTTP"):
            self.init(
                field: .server,
                text: "What answers there is no web server. If it is an IMAP server, its URL begins with imaps:// or "
                    + "imap://.")
        case .unreachable where error.finding == .silent && url?.hasPrefix("imap:") == true:
            self.init(
                field: .server,
                text: "What is there says nothing. If it is encrypted from the start, its URL begins with imaps://.")
        case .unreachable:
            self.init(
                field: .server,
                text: "No mail server answers there\(said). Check the address, and that you are online.")
        case .insecure(let detail) where LoginFailure.isNoTLS(detail):
            self.init(
                field: .server,
                text: "What answers there does not speak TLS, as https:// and imaps:// need. Check the port, or use "
                    + "imap:// for TLS after the greeting, or http:// if the server is on this machine. Nothing was sent."
            )
        case .insecure(let detail):
            let remedy = LoginFailure.trust(detail)
            self.init(field: .server, text: "The connection is not secure\(said). Nothing was sent.\(remedy)")
        case .unreadableAnswer, .stateTooOld, .unsupported:
            self.init(
                field: .server,
                text:
                    "What answers there is not a mail server that Maraca knows (JMAP, IMAP, Inbox API or feed)\(said). Check the address."
            )
        case .noServer(let search): self.init(field: .server, text: Wording.sentence(search))
        case .notFound, .refused, .conflict:
            self.init(
                field: .server, text: "The server answers, but has no mail at this address\(said). Check the path.")
        case .busy(let status, _) where RemoteError.elsewhere.contains(status):
            self.init(
                field: .server, text: "The server answers, but has no mail at this address\(said). Check the path.")
        case .busy, .limited:
            self.init(field: .server, text: "The server can't answer now\(said). Try again in a moment.")
        }
    }

    /// Returns how to trust a certificate that nobody whom the system knows vouches for; empty for other problems.
    /// - Parameter detail: OpenSSL's words.
    private static func trust(_ detail: String) -> String {
        guard detail.contains("self-signed") || detail.contains("issuer certificate") else { return "" }
        return " If it is your own, name it or its authority in “certificateFile” in config.json, and start again."
    }

    /// Whether what came in answer to the start of TLS was something else, such as plain HTTP.
    /// - Parameter detail: OpenSSL's words (of its versions before and since 3.2), or those of GnuTLS.
    private static func isNoTLS(_ detail: String) -> Bool {
        ["wrong version number", "packet length too long", "unexpected TLS packet"].contains { detail.contains($0) }
    }

    /// Whether a server's text is about the protocol, for programs, and does not tell users what is wrong.
    private static func isAboutProtocol(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["bearer", "basic", "authorization", "www-authenticate", "unauthorized"].contains { text.contains($0) }
    }

    private static func quoted(_ text: String) -> String {
        var clean = CleanText.line(text)
        while let last = clean.last, last == "." || last.isWhitespace { clean.removeLast() }
        return clean.isEmpty ? "" : " (\(clean.count > 120 ? clean.prefix(119) + "…" : clean))"
    }
}
