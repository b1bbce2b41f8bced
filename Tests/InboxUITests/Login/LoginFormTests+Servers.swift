import InboxKit
import InboxModel
import Testing
import TerminalUI

@testable import InboxUI

/// Servers that an address leads to.
extension LoginFormTests {
    @Test(
        "J-1: a server of another domain is shown, and nothing is sent there before Enter confirms it",
        arguments: [true, false])
    func foreign(isEarly: Bool) throws {
        var form = LoginForm()
        type("ann@example.test", into: &form)
        #expect(form.submit(at: .now) == .look("ann@example.test"))
        let url = "https://jmap.other.example:8443"
        let error = RemoteError(
            .insecure(detail: "elsewhere"), call: "discovery", finding: .foreignServer(url: url))
        // The answer may come while the password is typed, or after.
        if isEarly { #expect(form.looked("ann@example.test", .failure(error), key: "F4", at: .now) == nil) }
        type("secret", into: &form)
        #expect(form.submit(at: .now) == nil)
        if !isEarly { #expect(form.looked("ann@example.test", .failure(error), key: "F4", at: .now) == nil) }
        #expect(form.focus == .server && form[.server].text == url && form.phase == .editing)
        #expect(form.complaint(.server)?.text.contains("example.test names this server, which is not its own") == true)
        #expect(try request(&form) == SignIn.Request(address: "ann@example.test", url: url, secret: "secret"))
    }

    @Test("a server that is found while signing in is shown, and asked only once Enter confirms it")
    func foreignLater() throws {
        var form = filled()
        _ = form.submit(at: .now)
        let url = "imaps://mail.example.test?smtp=smtps://smtp.other.test"
        let error = RemoteError(
            .noServer(NoServer(attempts: [])), call: "discovery", finding: .foreignServer(url: url))
        form.failed(try #require(LoginFailure(.remote(error))))
        #expect(form.focus == .server && form[.server].text == url && form.phase == .editing)
        #expect(form.complaint(.server)?.text.contains("press Enter") == true)
        #expect(try request(&form).url == url && form.password.text == "secret")
    }

    @Test(
        "the hosts that have to be confirmed are named",
        arguments: [
            (
                "imaps://imap.a.test?smtp=smtps://smtp.a.test",
                "mill.test names imap.a.test and smtp.a.test, which are not its own"
            ),
            ("imaps://imap.mill.test?smtp=smtps://smtp.a.test", "mill.test names smtp.a.test, which is not its own"),
            ("imaps://a.test?smtp=smtp://a.test", "mill.test names a.test, which is not its own"),
            ("https://jmap.a.test", "mill.test names this server, which is not its own"),
        ])
    func hosts(url: String, words: String) {
        #expect(ForeignServer.question(url, at: "ann@mill.test").hasPrefix(words + ": if you know "))
        #expect(ForeignServer.question(url, at: nil).hasPrefix("the mail seems to be on "))
    }

    @Test("what a well-known provider wants is said before the password is typed, and again if that was wrong")
    func provider() throws {
        var form = LoginForm(address: "ann@gmail.com")
        guard case .look(let place)? = form.submit(at: .now) else { throw Nothing() }
        var ways = SignInWays(url: "imaps://imap.gmail.com?smtp=smtps://smtp.gmail.com", takesPassword: true)
        ways.provider = MailProvider.of(address: place)
        #expect(form.looked(place, .success(ways), key: nil, at: .now) == nil)
        #expect(form.notice?.contains("https://myaccount.google.com/apppasswords") == true)
        type("secret", into: &form)
        let request = try request(&form)
        #expect(request.url == ways.url)
        let refusal = SessionError.remote(RemoteError(.signedOut(message: "Invalid credentials"), call: "LOGIN"))
        let failure = try #require(LoginFailure(refusal, at: request.url))
        #expect(failure.field == .password)
        #expect(failure.text.contains("(Invalid credentials). Google wants an app password"))
    }

    @Test("who may read but not send is told so, and how to read only")
    func onlyReading() throws {
        var refusal = RemoteError(.refused(status: 0, message: "no sending here"), call: "SMTP")
        refusal.isAboutSending = true
        let url = "imaps://imap.mill.test?smtp=smtps://smtp.mill.test"
        let failure = try #require(LoginFailure(.remote(refusal), at: url))
        #expect(failure.text.hasPrefix("Mail can be read there, but not sent (no sending here). Nothing was saved."))
        #expect(failure.text.contains("?smtp=none") && failure.field == .server)
    }

    @Test(
        "who asks an IMAP server in the wrong way is told how its URL begins",
        arguments: [
            (
                RemoteError(.unreachable(detail: "the answer is not HTTP"), call: "GET /"), "http://127.0.0.1:1144",
                "begins with imaps:// or imap://"
            ),
            (
                RemoteError(.unreachable(detail: "no answer in time"), call: "connect", finding: .silent),
                "imap://imap.mill.test:993", "begins with imaps://"
            ),
        ])
    func wrongScheme(error: RemoteError, url: String, words: String) throws {
        let failure = try #require(LoginFailure(.remote(error), at: url))
        #expect(failure.text.contains(words) && failure.field == .server)
    }

    @Test("a provider that receives a domain's mail is confirmed before it is asked")
    func hosted() throws {
        var form = LoginForm(address: "ann@mill.example")
        guard case .look(let place)? = form.submit(at: .now) else { throw Nothing() }
        let url = "imaps://imap.gmail.com?smtp=smtps://smtp.gmail.com"
        let error = RemoteError(.insecure(detail: "elsewhere"), call: "discovery", finding: .foreignServer(url: url))
        _ = form.looked(place, .failure(error), key: nil, at: .now)
        #expect(form.notice?.contains("Google wants an app password") == true)
        type("secret", into: &form)
        #expect(form.submit(at: .now) == nil && form[.server].text == url)
        #expect(form.notice?.contains("Google wants an app password") == true)
        #expect(try request(&form).url == url)
    }
}
