import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Testing
import TerminalUI
import TestSupport

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Login screen", .timeLimit(.minutes(10)))
struct LoginScreenTests {
    private static let speaksInbox: SignInPaths.DialectFinder = {
        (_: String, _: String, _: String) async throws(RemoteError) -> Account.Dialect in .inbox
    }

    private static let findsNothing: SignInPaths.WaysFinder = { (_: String) async throws(RemoteError) -> SignInWays in
        throw RemoteError(.unreachable(detail: "no network in tests"), call: "discovery")
    }

    private func screen(
        _ world: FakeSurroundings, find: @escaping SignInPaths.DialectFinder = speaksInbox,
        ways: @escaping SignInPaths.WaysFinder = findsNothing
    ) -> LoginScreen {
        var paths = SignInPaths.none
        paths.findWays = ways
        paths.findDialect = find
        return LoginScreen(around: world, server: SignIn(session: world.session, paths: paths))
    }

    private func fill(_ screen: LoginScreen) {
        screen.type("ann@example.test")
        _ = screen.handle(.key(.tab))
        screen.type("secret")
        _ = screen.handle(.key(.tab))
        screen.type("127.0.0.1:5555")
    }

    @Test("looks as designed", arguments: ScreenState.sizes)
    func golden(width: Int, height: Int) throws {
        let world = try FakeSurroundings(withAccount: false)
        world.startDemo = {}
        let screen = screen(world)
        screen.type("ann@example")
        #expect(screenGolden("login", world.draw(screen, width, height)) == nil)
    }

    @Test("the password is never shown")
    func secret() throws {
        let world = try FakeSurroundings(withAccount: false)
        let screen = screen(world)
        fill(screen)
        let text = world.text(screen).joined()
        #expect(!text.contains("secret"))
        #expect(text.contains("••••••"))
    }

    @Test("signing in opens the mail")
    func signsIn() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until { world.flows == [.main] }
        #expect(try world.session.accounts().map(\.address) == ["ann@example.test"])
        #expect(try world.session.accounts().map(\.url) == ["http://127.0.0.1:5555"])
        #expect(screen.form.password.isEmpty)
        world.session.stop()
    }

    /// A login at a server that does not know the user's name, and the question for it.
    private func askedForName(_ world: FakeSurroundings) async throws -> (LoginScreen, EntryScreen) {
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until { !world.pushed.isEmpty }
        return (screen, try #require(world.pushed.last as? EntryScreen))
    }

    @Test("if the server does not know the name of its user, the client asks for it, before the mail opens")
    func name() async throws {
        let world = try FakeSurroundings(withAccount: false, owner: "")
        let (screen, entry) = try await askedForName(world)
        #expect(world.flows.isEmpty && screen.form.password.isEmpty)
        let behind = world.text(screen)
        #expect(
            !behind.contains { $0.contains("F2 change") || $0.contains("sign in") }, "no key of the form does anything")
        #expect(entry.handle(.key(.enter)) && world.pops == 0)
        entry.type("Lee, Ann ")
        #expect(world.text(entry).contains { $0.contains(#"You write as "Lee, Ann" <ann@example.test>"#) })
        #expect(entry.handle(.key(.enter)) && world.pops == 1)
        #expect(world.flows == [.main])
        await world.settle()
        #expect(try world.session.accounts().map(\.name) == ["Lee, Ann"])
        #expect(world.said.last == #"You write as "Lee, Ann" <ann@example.test>"#)
        world.session.stop()
    }

    @Test("who does not want to say a name gets to the mail as well")
    func noName() async throws {
        let world = try FakeSurroundings(withAccount: false, owner: "")
        let (screen, entry) = try await askedForName(world)
        #expect(world.text(entry).contains { $0.contains("Esc skip") })
        #expect(entry.perform(.back) && world.pops == 1)
        #expect(world.flows == [.main] && !screen.isSigningIn)
        #expect(try world.session.accounts().map(\.name) == [""])
        world.session.stop()
    }

    @Test("while the server is asked for the user's name, Esc opens the mail without it")
    func doesNotWaitForName() async throws {
        let world = try FakeSurroundings(withAccount: false, owner: "")
        world.server.hold("identities")
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until {
            if case .signedIn(_?) = screen.form.phase { true } else { false }
        }
        #expect(world.text(screen).contains { $0.contains("Looking up your name") && $0.contains("Esc skip") })
        #expect(screen.perform(.back))
        #expect(world.flows == [.main] && screen.form.phase == .editing)
        #expect(try world.session.accounts().map(\.address) == ["ann@example.test"])
        world.server.release("identities")
        await world.settle()
        #expect(world.pushed.isEmpty)
        world.session.stop()
    }

    @Test("a name known from the server or an identity isn't asked for", arguments: [true, false])
    func named(byServer: Bool) async throws {
        let world = try FakeSurroundings(withAccount: false, owner: byServer ? "Ann" : "")
        if !byServer { world.settings.identities = [Identity(name: "Ann", email: "ann@example.test")] }
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until { world.flows == [.main] }
        #expect(world.pushed.isEmpty)
        let account = try #require(try world.session.accounts().first)
        #expect(await world.session.isNameless(account) != byServer)
        world.session.stop()
    }

    @Test("a refused password is reported below it, and nothing is saved")
    func refused() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.server.setFault { _ in .before(RemoteError(.signedOut(message: "no such token"), call: "GET /n")) }
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until { screen.form.phase == .editing }
        #expect(screenGolden("login-refused", { world.draw(screen, $0, $1) }) == nil)
        #expect(try world.session.accounts().isEmpty)
    }

    nonisolated private static let elsewhere = RemoteError(
        .insecure(detail: "the server's API is at https://api.mill.example, which you have not approved"),
        call: "session", finding: .unapprovedOrigins(["https://api.mill.example"]))

    /// A login at a server that requires the password on another origin, and the question about it.
    private func asked(_ world: FakeSurroundings) async throws -> (LoginScreen, QuestionScreen) {
        world.server.setFault { _ in .before(LoginScreenTests.elsewhere) }
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until { !world.pushed.isEmpty }
        return (screen, try #require(world.pushed.last as? QuestionScreen))
    }

    @Test(
        "J-3: sending the password elsewhere needs the user's approval, and a second Enter is no answer",
        arguments: ScreenState.sizes)
    func elsewhere(width: Int, height: Int) async throws {
        let world = try FakeSurroundings(withAccount: false)
        let (screen, question) = try await asked(world)
        #expect(screenGolden("login-elsewhere", world.draw(screen, width, height)) == nil)
        #expect(screenGolden("login-elsewhere-asked", world.draw(question, width, height)) == nil)
        _ = question.handle(.key(.enter))
        #expect(world.pops == 0 && !screen.isSigningIn)
        world.server.setFault { _ in nil }
        _ = question.handle(.key("y"))
        await world.until { world.flows == [.main] }
        let account = try #require(try world.session.accounts().first)
        #expect(try world.store.read { try MailSession.approved(account.id, $0) } == ["https://api.mill.example"])
        world.session.stop()
    }

    @Test("declining signs in nowhere, and what was typed stays")
    func elsewhereRefused() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let (screen, question) = try await asked(world)
        _ = question.handle(.key("n"))
        #expect(world.pops == 1 && world.flows.isEmpty && !screen.isSigningIn)
        #expect(screen.form.complaint(.server)?.text.contains("https://api.mill.example") == true)
        #expect(screen.form.password.text == "secret")
        #expect(try world.session.accounts().isEmpty)
    }

    @Test("a long refusal and every field are fully visible on a small screen")
    func longRefusal() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let reason = "this account was moved to another system during the night; ask the help desk for the new address"
        world.server.setFault { _ in .before(RemoteError(.signedOut(message: reason), call: "GET /n")) }
        let screen = screen(world)
        fill(screen)
        _ = screen.handle(.key(.enter))
        await world.until { screen.form.phase == .editing }
        let lines = world.text(screen, 40, 12)
        #expect(screenGolden("login-refused-long", { world.draw(screen, $0, $1) }) == nil)
        for name in ["Address", "Password", "Server"] { #expect(lines.contains { $0.contains(name) }) }
        let words = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(words.contains(reason) && words.contains("Check it and try again."))
    }

    @Test(
        "a provider that receives a domain's mail is shown to be confirmed, with what it wants",
        arguments: ScreenState.sizes)
    func imap(width: Int, height: Int) async throws {
        let world = try FakeSurroundings(withAccount: false)
        let url = "imaps://imap.gmail.com?smtp=smtps://smtp.gmail.com"
        let screen = screen(
            world,
            ways: {
                (_: String) async throws(RemoteError) -> SignInWays in
                throw RemoteError(
                    .insecure(detail: "elsewhere"), call: "discovery", finding: .foreignServer(url: url))
            })
        screen.type("ann@mill.example")
        _ = screen.handle(.key(.enter))
        screen.type("secret")
        _ = screen.handle(.key(.enter))
        await world.until { screen.form.complaint(.server) != nil }
        #expect(screenGolden("login-imap", world.draw(screen, width, height)) == nil)
        #expect(screen.form.focus == .server && screen.form.password.text == "secret")
        let words = world.text(screen, width, height).map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
        #expect(words.contains("mill.example names imap.gmail.com"))
    }

    @Test("for an address of a provider that wants an app password, the page for that is shown")
    func appPassword() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let screen = screen(
            world,
            ways: {
                (address: String) async throws(RemoteError) -> SignInWays in
                var ways = SignInWays(url: "imaps://imap.gmail.com", takesPassword: true)
                ways.provider = MailProvider.of(address: address)
                return ways
            })
        screen.type("ann@gmail.com")
        _ = screen.handle(.key(.enter))
        await world.until { screen.form.notice != nil }
        #expect(screenGolden("login-app-password", { world.draw(screen, $0, $1) }) == nil)
        #expect(world.text(screen).contains { $0.contains("https://myaccount.google.com/apppasswords") })
    }

    @Test("Esc stops signing in, and what was typed stays")
    func stops() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let screen = screen(world) { (_: String, _: String, _: String) async throws(RemoteError) -> Account.Dialect in
            // Ends only when it is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return .inbox
        }
        fill(screen)
        _ = screen.handle(.key(.enter))
        #expect(screenGolden("login-signing-in", { world.draw(screen, $0, $1, at: .now + .seconds(60)) }) == nil)
        _ = screen.perform(.back)
        #expect(screen.form.phase == .editing)
        #expect(screen.form.address.text == "ann@example.test")
        #expect(try world.session.accounts().isEmpty)
    }

    @Test("an address and a password suffice: the server and its protocol are found")
    func findsServer() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let screen = screen(
            world,
            ways: {
                (address: String) async throws(RemoteError) -> SignInWays in
                SignInWays(url: "https://mail.\(address.split(separator: "@")[1])", takesPassword: true)
            })
        screen.type("ann@example.test")
        _ = screen.handle(.key(.enter))
        screen.type("secret")
        _ = screen.handle(.key(.enter))
        await world.until { world.flows == [.main] }
        #expect(try world.session.accounts().map(\.url) == ["https://mail.example.test"])
        world.session.stop()
    }

    @Test("Esc stops looking for the server")
    func stopsLooking() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let screen = screen(
            world,
            ways: {
                (_: String) async throws(RemoteError) -> SignInWays in
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw RemoteError(.cancelled, call: "discovery")
            })
        screen.type("ann@example.test")
        _ = screen.handle(.key(.enter))
        screen.type("secret")
        _ = screen.handle(.key(.enter))
        #expect(screenGolden("login-looking", { world.draw(screen, $0, $1, at: .now + .seconds(60)) }) == nil)
        _ = screen.perform(.back)
        #expect(screen.form.phase == .editing && screen.form.address.text == "ann@example.test")
        // A new request looks again.
        _ = screen.handle(.key(.enter))
        #expect(world.text(screen).contains { $0.contains("Looking for the server") })
    }

    @Test("a browser on this machine gets the page's URL in whole rows, one elsewhere a code to enter")
    func browser() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let page =
            "https://id.example.test/authorize?client_id=maraca&scope=mail&state="
            + String(repeating: "0123456789abcdef", count: 8)
        let (shown, show) = AsyncStream<Void>.makeStream()
        var paths = SignInPaths.none
        paths.findWays = { (_: String) async throws(RemoteError) -> SignInWays in
            SignInWays(
                url: "https://mail.example.test", takesPassword: false,
                oauth: OAuthMetadata(
                    issuer: "https://id.example.test", authorizationURL: page, tokenURL: "https://id.example.test/t"))
        }
        paths.browse = { _, _, _, tell async throws(RemoteError) -> String in
            await tell(.enter(code: "WDJB-MJHT", url: "https://id.example.test/device"))
            show.yield()
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw RemoteError(.cancelled, call: "token")
        }
        let screen = LoginScreen(around: world, server: SignIn(session: world.session, paths: paths))
        screen.type("ann@example.test")
        _ = screen.handle(.key(.enter))
        await world.until { screen.form.notice != nil }
        _ = screen.handle(.key(.enter))
        for await _ in shown { break }
        #expect(screenGolden("login-code", { world.draw(screen, $0, $1, at: .now + .seconds(60)) }) == nil)
        screen.show(.visit(url: page), opening: false)
        #expect(screenGolden("login-browser", { world.draw(screen, $0, $1, at: .now + .seconds(60)) }) == nil)
        let rows = world.text(screen).joined()
        #expect(rows.contains(page), "the URL can be copied")
    }

    @Test("the demo is one key away")
    func demo() async throws {
        let world = try FakeSurroundings(withAccount: false)
        var started = 0
        world.startDemo = { started += 1 }
        let screen = screen(world)
        _ = screen.perform(.demo)
        await world.until { !screen.isStartingDemo }
        #expect(started == 1)
    }

    @Test("who adds an account to others can't leave them for the demo, whose mailbox looks as if it were theirs")
    func noDemoBesideMail() throws {
        let world = try FakeSurroundings()
        var started = 0
        world.startDemo = { started += 1 }
        let screen = screen(world)
        #expect(!screen.perform(.demo) && !screen.isStartingDemo && started == 0)
        #expect(!world.text(screen).joined().contains("demo") && screen.deadCommands == [.demo])
    }

    @Test("typing while the demo starts reaches no field")
    func typedAhead() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let (ready, go) = AsyncStream<Void>.makeStream()
        world.startDemo = { for await _ in ready { return } }
        let screen = screen(world)
        _ = screen.perform(.changeServer)
        _ = screen.perform(.demo)
        screen.type("jjk")
        #expect(screen.isStartingDemo && screen.form.server.isEmpty)
        #expect(screenGolden("login-demo", { world.draw(screen, $0, $1, at: .now + .seconds(60)) }) == nil)
        go.yield()
        await world.until { !screen.isStartingDemo }
        screen.type("mail")
        #expect(screen.form.server.text == "mail")
    }
}
