import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Signing in again", .timeLimit(.minutes(10)))
struct SigningInAgainTests {
    @Test("a signed-out account is announced, and the refresh key asks for its password")
    func signInAgain() async throws {
        let client = try ShellClient()
        _ = client.draw()
        for await _ in client.session.statusChanges() where client.session.status(of: client.account).needsSignIn {
            break
        }
        try await eventually { client.draw()[22].contains("me@example.test has to sign in again   R sign in") }
        client.press("R")
        #expect(client.shell.flows.screens.last is LoginScreen)
        #expect(client.draw().contains { $0.contains("me@example.test") })
        client.press(.escape)
        #expect(client.shell.flows.screens.last is ListScreen)
        await client.shell.end()
    }

    @Test("a thread and the deck can also ask for the password, and Esc returns to the same screen")
    func signInAgainElsewhere() async throws {
        for key in [Key.enter, Key("S" as Character)] {
            let client = try ShellClient()
            _ = client.draw()
            for await _ in client.session.statusChanges() where client.session.status(of: client.account).needsSignIn {
                break
            }
            client.press(key)
            let screen = try #require(client.shell.flows.screens.last)
            #expect(screen is ThreadScreen || screen is DeckScreen)
            client.press("R")
            #expect(client.shell.flows.screens.last is LoginScreen)
            client.press(.escape)
            #expect(client.shell.flows.screens.last === screen)
            await client.shell.end()
        }
    }

    @Test("signing in closes the login even under a box, and its form stays fixed to its account")
    func signInUnderBox() async throws {
        let client = try ShellClient()
        let shell = client.shell
        let account = try #require(client.session.knownAccounts.first)
        let login = LoginScreen(around: shell, again: account)
        shell.push(login)
        client.type("secret")
        client.press(.enter)
        #expect(login.isSigningIn)
        shell.push(TextScreen("Help", text: "keys", around: shell))
        await client.sees(80, 24, patience: .seconds(60)) { !login.isSigningIn }
        #expect(shell.flows.screens.count == 1 && shell.flows.screens.last is ListScreen)
        #expect(login.form.isFixed && login.form.address.text == account.address && login.form.password.isEmpty)
        await shell.end()
    }

    @Test("the composer names no key for signing in, because R is text there")
    func signInAgainWhileWriting() async throws {
        let client = try ShellClient()
        client.press("c")
        #expect(client.shell.flows.screens.last is ComposeScreen)
        try await eventually { client.draw().contains { $0.contains("me@example.test has to sign in again") } }
        #expect(!client.draw().contains { $0.contains("R sign in") })
        await client.shell.end()
    }

    @Test("the key in a notice signs in the notice's account, whichever the screen shows")
    func signInOfAnother() throws {
        var toasts = ToastShelf()
        let now = ContinuousClock.now
        toasts.say("Not sent", kind: .failure, command: nil, glyphs: .unicode, seconds: 5, at: now)
        #expect(toasts.takeAccount(at: now) == nil)
        let account = AccountID(2)
        toasts.say(
            "It has to sign in again", kind: .failure, command: .refresh, label: "sign in", account: account,
            glyphs: .unicode, seconds: 5, at: now)
        #expect(toasts.takeAccount(at: now + .seconds(11)) == nil)
        #expect(toasts.takeAccount(at: now) == account)
        #expect(toasts.takeAccount(at: now) == nil && !toasts.isVisible(at: now))
    }
}
