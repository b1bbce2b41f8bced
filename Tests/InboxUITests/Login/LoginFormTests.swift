import InboxKit
import InboxModel
import Testing
import TerminalUI

@testable import InboxUI

@Suite("Login form")
struct LoginFormTests {
    func type(_ text: String, into form: inout LoginForm) {
        for character in text { _ = form.type(.key(Key(character))) }
    }

    func request(_ form: inout LoginForm) throws -> SignIn.Request {
        guard case .signIn(let request)? = form.submit(at: .now) else { throw Nothing() }
        return request
    }

    struct Nothing: Error {}

    func filled() -> LoginForm {
        var form = LoginForm()
        type("ann@example.test", into: &form)
        form.moveFocus(1)
        type("secret", into: &form)
        form.moveFocus(1)
        type("https://mail.example.test/", into: &form)
        return form
    }

    @Test(
        "the form says what is wrong with an address",
        arguments: [
            ("jhon", "needs an @"), ("jhon@gmail", "needs a dot"), ("@gmail.com", "before the @"),
            ("jhon@gmail.c", "two letters"),
            ("jhon@gmail.c0m", "two letters"), ("jhon@gm ail.com", "letters, digits"),
            ("jhon lee@gmail.com", "no spaces"), ("jhon@lee@gmail.com", "no spaces"),
            ("mailto:jhon@gmail.com", "the address alone: jhon@gmail.com"),
            ("Jhon <jhon@gmail.com>", "the address alone: jhon@gmail.com"),
            ("<jhon@gmail.com>", "the address alone: jhon@gmail.com"),
        ])
    func flaws(text: String, part: String) {
        #expect(AccountAddress.flaw(text)?.contains(part) == true)
    }

    @Test(
        "an address that a server might accept is accepted",
        arguments: ["jhon@gmail.com", "a+b.c_d=e/f'g@c-d.test", "jörg@c.test", "a@xn--p1ai.xn--p1ai"])
    func valid(text: String) {
        #expect(AccountAddress.flaw(text) == nil)
    }

    @Test(
        "an invalid server address is reported before any request",
        arguments: [
            ("htp:/x", "not a URL"), ("mail.example.test:", "not a URL"),
            ("ftp://mail.example.test", "begins with https://"), ("imaps://mail.example.test/a", "imaps://imap."),
            ("imap://127.0.0.1:1143?smtp=smtp://127.0.0.1:1025", nil),
            ("mail.example.test", nil), ("localhost:8080", nil), ("http://[::1]:8080/inbox", nil),
            ("https://mail.example.test:443/", nil),
        ] as [(String, String?)])
    func servers(text: String, part: String?) {
        let flaw = ServerAddress.flaw(text)
        #expect(part.map { flaw?.contains($0) == true } ?? (flaw == nil), "\(flaw ?? "")")
    }

    @Test("a refused token is reported in plain words, without protocol terms")
    func jargon() throws {
        let said = "Sign in with your token: as the user name of Basic authentication, or as Bearer."
        let failure = try #require(LoginFailure(RemoteError(.signedOut(message: said), call: "GET /")))
        #expect(failure.text == "The server does not accept this password or token. Check it and try again.")
    }

    @Test("after a refusal, the form asks for another user name, and the next try uses it")
    func userName() throws {
        var form = filled()
        #expect(form.fields == [.address, .password, .server])
        #expect(try request(&form).userName == nil)
        let refusal = try #require(LoginFailure(RemoteError(.signedOut(message: ""), call: "GET /")))
        form.failed(refusal)
        #expect(form.fields == [.address, .user, .password, .server])
        #expect(form.focus == .password && form.complaint(.password)?.text.contains("another name") == true)
        form.moveFocus(-1)
        type("ann", into: &form)
        let second = try request(&form)
        #expect(second.userName == "ann" && second.address == "ann@example.test")
        form.failed(refusal)
        #expect(form.complaint(.password)?.text.contains("another name") == false)
    }

    @Test("the form checks the address, then the password")
    func order() {
        var form = LoginForm()
        #expect(form.submit(at: .now) == nil)
        #expect(form.focus == .address)
        #expect(form.complaint(.address)?.text == "type your address here")
        type("ann@example.test", into: &form)
        #expect(form.complaint(.address) == nil)
        // The server is looked up meanwhile.
        #expect(form.submit(at: .now) == .look("ann@example.test"))
        #expect(form.focus == .password)
        #expect(form.complaint(.password) == nil)
        #expect(form.submit(at: .now) == nil)
        #expect(form.complaint(.password)?.text == "type your password here")
        #expect(form.complaint(.password)?.isError == true)
    }

    @Test("a complete form asks the server and blocks typing")
    func request() {
        var form = filled()
        let request = form.submit(at: .now)
        #expect(
            request
                == .signIn(
                    SignIn.Request(
                        address: "ann@example.test", url: "https://mail.example.test", secret: "secret")))
        #expect((form.type(.key("x"))) == false)
        #expect(form.submit(at: .now) == nil)
    }

    @Test(
        "an error appears at its field, and what was typed stays",
        arguments: [
            (RemoteError.Reason.signedOut(message: "bad token"), LoginForm.Field.password, "bad token"),
            (.unreachable(detail: "Connection refused"), .server, "Connection refused"),
            (.unreadableAnswer(detail: "no JSON"), .server, "no JSON"),
            (.insecure(detail: "certificate has expired"), .server, "expired"),
            (.notFound(message: ""), .server, "Check the path"),
        ])
    func failures(reason: RemoteError.Reason, field: LoginForm.Field, words: String) throws {
        var form = filled()
        _ = form.submit(at: .now)
        form.failed(try #require(LoginFailure(.remote(RemoteError(reason, call: "GET /n")))))
        #expect(form.focus == field)
        #expect(form.complaint(field)?.text.contains(words) == true)
        #expect(form.password.text == "secret")
        #expect(form.phase == .editing)
        #expect((form.type(.key("x"))) == true)
        #expect(form.complaint(field)?.isError != true)
    }

    @Test(
        "after a failure, what is typed or pasted first replaces the password, which nobody sees; cursor keys and Backspace edit it",
        arguments: [
            ([.key("n"), .key("e"), .key("w")], "new"), ([.paste("new\n"), .key("2")], "new2"),
            ([.key(.left), .key("n")], "secrent"), ([.key(.backspace), .key("n")], "secren"),
            ([.key(.ctrl("x")), .key("n")], "n"),
        ] as [([InputEvent], String)])
    func replaces(events: [InputEvent], password: String) throws {
        var form = filled()
        _ = form.submit(at: .now)
        form.failed(try #require(LoginFailure(RemoteError(.signedOut(message: ""), call: "GET /"))))
        #expect(form.focus == .password && form.password.text == "secret")
        for event in events { _ = form.type(event) }
        #expect(form.password.text == password)
        // Other fields are visible, and keep what they had.
        form.moveFocus(1)
        type("x", into: &form)
        #expect(form.server.text == "https://mail.example.test/x")
        #expect(try request(&form).secret == password)
    }

    @Test("a refusing sign-in page isn't reported as a wrong password")
    func refusedPage() throws {
        var form = filled()
        let error = RemoteError(.signedOut(message: "access_denied"), call: "sign in")
        form.failed(try #require(LoginFailure(error, isInBrowser: true)))
        #expect(form.complaint(.password) == nil)
        #expect(form.notice == "The sign-in page refused (access_denied). Try again.")
        #expect(Wording.signIn(error, isInBrowser: true) == form.notice)
        #expect(Wording.signIn(.remote(error)).contains("password"))
    }

    private static let found = "https://jmap.example.test"

    @Test("no server needs to be typed: the form asks the discovered server, even if Enter came first")
    func found() {
        var form = LoginForm()
        type("ann@example.test", into: &form)
        #expect(form.submit(at: .now) == .look("ann@example.test"))
        type("secret", into: &form)
        #expect(form.submit(at: .now) == nil)
        guard case .finding = form.phase else {
            Issue.record("it does not wait")
            return
        }
        // An answer for another address is ignored.
        #expect(
            form.looked(
                "bob@example.test", .success(SignInWays(url: "https://b", takesPassword: true)), key: "F4", at: .now)
                == nil)
        let ways = SignInWays(url: Self.found, takesPassword: true)
        let request = SignIn.Request(address: "ann@example.test", url: Self.found, secret: "secret")
        #expect(form.looked("ann@example.test", .success(ways), key: "F4", at: .now) == .signIn(request))
        #expect(form.looked("ann@example.test", .success(ways), key: "F4", at: .now) == nil)
    }

    @Test("if none is found, the form asks for the server and says why")
    func notFound() {
        var form = LoginForm()
        type("ann@example.test", into: &form)
        _ = form.submit(at: .now)
        type("secret", into: &form)
        _ = form.submit(at: .now)
        let error = RemoteError(.unreachable(detail: "no such name"), call: "discovery")
        #expect(form.looked("ann@example.test", .failure(error), key: "F4", at: .now) == nil)
        #expect(form.phase == .editing && form.focus == .server)
        #expect(form.complaint(.server)?.text.contains("no such name") == true)
        type("mail.example.test", into: &form)
        guard case .signIn(let request)? = form.submit(at: .now) else {
            Issue.record("the typed server is not asked")
            return
        }
        #expect(request.url == "https://mail.example.test")
    }

    @Test("what an IMAP server says before it lets anybody in is not taken for a wrong path")
    func notLetIn() throws {
        let refusal = SessionError.remote(RemoteError(.refused(status: 0, message: "Use the web"), call: "LOGIN"))
        let failure = try #require(LoginFailure(refusal, at: "imaps://imap.example.test"))
        #expect(failure.text == "The server does not let you in (Use the web). Nothing was saved.")
    }

    @Test("a server without passwords signs in through the browser; stopping ends that")
    func browser() {
        var form = LoginForm()
        type("ann@example.test", into: &form)
        _ = form.submit(at: .now)
        let ways = SignInWays(
            url: Self.found, takesPassword: false,
            oauth: OAuthMetadata(issuer: "https://id", authorizationURL: "https://id/a", tokenURL: "https://id/t"))
        #expect(form.looked("ann@example.test", .success(ways), key: "F4", at: .now) == nil)
        #expect(form.notice?.contains("press F4") == true)
        #expect(form.submit(at: .now) == .browse(address: "ann@example.test", ways))
        form.prompted(.enter(code: "WDJB", url: "https://go"))
        guard case .inBrowser(.enter(code: "WDJB", url: "https://go")?, _) = form.phase else {
            Issue.record("the code is not shown")
            return
        }
        form.stopped()
        #expect(form.phase == .editing && form.submit(at: .now) == .browse(address: "ann@example.test", ways))
    }

    @Test("a server that takes no password is not said to want one, if Enter came before that was known")
    func noPassword() {
        var form = LoginForm()
        type("ann@example.test", into: &form)
        form.changeServer()
        type("mail.example.test", into: &form)
        #expect(form.submit(at: .now) == .look("https://mail.example.test"))
        #expect(form.complaint(.password)?.text == "type your password here")
        let ways = SignInWays(
            url: "https://mail.example.test", takesPassword: false,
            oauth: OAuthMetadata(issuer: "https://id", authorizationURL: "https://id/a", tokenURL: "https://id/t"))
        #expect(form.looked("https://mail.example.test", .success(ways), key: "F4", at: .now) == nil)
        #expect(form.complaint(.password) == nil && form.notice?.contains("press F4") == true)
    }

    @Test(
        "for a certificate of the user's own the setting that trusts it is named, and for no other problem",
        arguments: [
            ("SSL certificate problem: self-signed certificate", true),
            ("SSL certificate problem: unable to get local issuer certificate", true),
            ("SSL certificate problem: certificate has expired", false),
            ("plain HTTP is for this machine only; use https://", false),
        ])
    func ownCertificate(detail: String, isOwn: Bool) throws {
        let failure = try #require(LoginFailure(RemoteError(.insecure(detail: detail), call: "GET /")))
        #expect(failure.field == .server && failure.text.contains("“certificateFile”") == isOwn)
    }

    @Test("who types https for a server without TLS is told so, not what OpenSSL calls it")
    func noTLS() throws {
        let detail = "OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number"
        let failure = try #require(LoginFailure(RemoteError(.insecure(detail: detail), call: "GET /")))
        #expect(failure.field == .server && failure.text.contains("does not speak TLS"))
        #expect(failure.text.contains("http:// if the server is on this machine") && !failure.text.contains("OpenSSL"))
    }

    @Test("a cancelled try is no failure")
    func stopping() {
        #expect(LoginFailure(.remote(RemoteError(.cancelled, call: "GET /n"))) == nil)
    }

    @Test("a blank typed before or after the address or the user name, which nobody sees, belongs to neither")
    func blanks() throws {
        var form = LoginForm()
        type(" ", into: &form)
        #expect(form.complaint(.address) == nil)
        type("ann@example.test ", into: &form)
        #expect(form.complaint(.address) == nil)
        form.moveFocus(1)
        type("secret", into: &form)
        form.moveFocus(1)
        type("mail.example.test", into: &form)
        #expect(try request(&form).address == "ann@example.test")
        form.failed(try #require(LoginFailure(RemoteError(.signedOut(message: ""), call: "GET /"))))
        form.moveFocus(-1)
        type(" ann ", into: &form)
        #expect(try request(&form).userName == "ann")
    }

    @Test("a pasted line loses its newline and outer spaces")
    func pasting() {
        var form = LoginForm()
        _ = form.type(.paste(" ann@example.test\n"))
        #expect(form.address.text == "ann@example.test")
    }

    @Test(
        "a bare host gets https, this machine http, and what is called so or has such a port imaps or imap",
        arguments: [
            ("imap.example.test", "imaps://imap.example.test"),
            ("imap.example.test:143", "imap://imap.example.test:143"),
            ("mail.example.test:143", "imap://mail.example.test:143"),
            ("mail.example.test:993", "imaps://mail.example.test:993"), ("127.0.0.1:1143", "imap://127.0.0.1:1143"),
            ("localhost:993", "imaps://localhost:993"),
            ("https://imap.example.test", "https://imap.example.test"),
            ("imaps://mail.example.test/", "imaps://mail.example.test"),
            ("mail.example.test", "https://mail.example.test"), ("localhost:5555", "http://localhost:5555"),
            ("127.0.0.1:5555/", "http://127.0.0.1:5555"), ("https://a.test/x/", "https://a.test/x"),
            ("/srv/feed.json", "/srv/feed.json"),
        ])
    func servers(typed: String, url: String) {
        #expect(ServerAddress.url(typed) == url)
        #expect(ServerAddress.flaw(typed) == nil)
    }

    @Test("a bare host gets the scheme of the protocol that is wanted")
    func wanted() {
        #expect(ServerAddress.url("mail.example.test", speaking: .imap) == "imaps://mail.example.test")
        #expect(ServerAddress.url("localhost:1143", speaking: .imap) == "imap://localhost:1143")
        #expect(ServerAddress.url("imap.example.test", speaking: .jmap) == "https://imap.example.test")
    }

    @Test(
        "the form rejects an invalid server",
        arguments: ["ftp://a.test", "https://", "https://ann:pw@a.test", "https://a b.test"])
    func noServers(typed: String) {
        #expect(ServerAddress.flaw(typed) != nil)
    }

    @Test("a valid password or token without a mail account gets its own error message")
    func noMail() throws {
        let error = RemoteError(
            .unreadableAnswer(detail: "the session names no account with mail"), call: "session",
            finding: .noMailAccount)
        let failure = try #require(LoginFailure(error))
        #expect(failure.text == "The server lets you in, but this sign-in has no account with mail. Nothing was saved.")
        #expect(failure.field == .address)
    }
}
