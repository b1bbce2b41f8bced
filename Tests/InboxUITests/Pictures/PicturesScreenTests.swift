import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Pictures of a message", .timeLimit(.minutes(10)))
struct PicturesScreenTests {
    /// One red pixel.
    private static let gif = [UInt8](
        Data(base64Encoded: "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data())

    /// A thread whose message has a picture as a file and two on another server.
    private func world() throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(
            id: "m1", thread: "t", subject: "Hats", at: 86_400, files: ["hat.gif", "notes.txt"])
        message.files[0].contentType = "image/gif"
        message.body = MessageBody(
            html:
                "<p>Look <img src='https://shop.test/a.gif' alt='A hat'> <img src='https://cdn.test/b.gif' alt='B'></p>"
        )
        try world.fill(message)
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-hat.gif"), account: account, Data(Self.gif), now: Date())
        }
        return world
    }

    private func screen(_ world: FakeSurroundings, _ transport: ScriptedTransport) throws -> PicturesScreen {
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        let message = try #require(thread.pane.items.first)
        guard case .here(let text, _, _, _) = thread.pane.bodies.state(of: message).state else {
            throw CancellationError()
        }
        return PicturesScreen(
            MailPictures(message, text), of: message, around: world, remote: PictureFetcher(transport: transport))
    }

    @Test("a number before p shows that picture; a number too large shows how many there are")
    func numbered() async throws {
        let world = try world()
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        var reader = KeyReader()
        #expect(reader.press("2", in: .thread, KeyMap()) == .waiting)
        #expect(reader.press("p", in: .thread, KeyMap()) == .numbered(.pictures, 2))
        #expect(thread.perform(.pictures, number: 2))
        let screen = try #require(world.pushed.last as? PicturesScreen)
        #expect(world.text(screen, 60, 12)[0].contains("A hat"))
        #expect(thread.perform(.pictures, number: 9))
        #expect(world.said.last == "There are 3 pictures in this message")
    }

    @Test("top and bottom show the first and last picture, or a numbered picture; mail commands say to go back first")
    func goes() async throws {
        let (world, transport) = (try world(), ScriptedTransport())
        let screen = try screen(world, transport)
        func place() -> String { world.text(screen, 60, 12)[0] }
        #expect(screen.perform(.bottom) && place().contains("3 of 3"))
        #expect(screen.perform(.top) && place().contains("1 of 3"))
        #expect(screen.perform(.bottom, number: 2) && place().contains("2 of 3"))
        #expect(screen.perform(.top, number: 9) && place().contains("3 of 3"))
        #expect(!screen.perform(.save, number: 2) && world.said.isEmpty)
        #expect(screen.perform(.reply) && world.said == ["Go back to the message for that"])
        #expect(transport.requests.isEmpty)
    }

    @Test("p shows the pictures that came with the mail, as half blocks")
    func shows() async throws {
        let world = try world()
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        #expect(thread.perform(.pictures))
        let screen = try #require(world.pushed.last as? PicturesScreen)
        await world.until { world.text(screen, 60, 12)[0].contains("1 × 1") }
        #expect(screenGolden("pictures", { world.draw(screen, $0, $1) }) == nil)
        _ = screen.perform(.save)
    }

    @Test("W-2: Enter fetches all of the message's pictures once, and nothing is fetched before")
    func remote() async throws {
        let (world, transport) = (try world(), ScriptedTransport())
        let screen = try screen(world, transport)
        _ = screen.perform(.down)
        #expect(world.text(screen, 100).joined().contains("This picture is on shop.test. Enter fetches"))
        _ = screen.perform(.down)
        _ = screen.perform(.up)
        #expect(transport.requests.isEmpty)
        for place in ["a", "b"] {
            transport.answer(
                "GET /\(place).gif",
                with: .success(HTTPResponse(status: 200, headers: ["Content-Type": "image/gif"], body: Self.gif)))
        }
        _ = screen.perform(.fetch)
        _ = screen.perform(.fetch)
        await world.until { world.text(screen)[0].contains("1 × 1") }
        _ = screen.perform(.down)
        await world.until { world.text(screen)[0].contains("1 × 1") }
        #expect(Set(transport.requests.map(\.url)) == ["https://shop.test/a.gif", "https://cdn.test/b.gif"])
        #expect(transport.requests.count == 2)
    }

    @Test("Enter fetches again what could not be fetched; a key that can do nothing here says why")
    func again() async throws {
        let (world, transport) = (try world(), ScriptedTransport())
        let screen = try screen(world, transport)
        await world.until { world.text(screen)[0].contains("1 × 1") }
        #expect(screen.perform(.fetch) && world.said == ["It is fetched already"])
        _ = screen.perform(.down)
        #expect(screen.perform(.openWith) && screen.perform(.save))
        #expect(world.said.suffix(2) == ["It is not fetched yet.", "It is not fetched yet."])
        _ = screen.perform(.fetch)
        #expect(screen.perform(.fetch) && world.said.last == "It is being fetched")
        await world.until { world.text(screen, 100).joined().contains("Enter tries again.") }
        let asked = transport.requests.count
        transport.answer(
            "GET /a.gif",
            with: .success(HTTPResponse(status: 200, headers: ["Content-Type": "image/gif"], body: Self.gif)))
        _ = screen.perform(.fetch)
        await world.until { world.text(screen)[0].contains("1 × 1") }
        #expect(transport.requests.dropFirst(asked).filter { $0.url == "https://shop.test/a.gif" }.count == 1)
    }

    @Test(
        "W-2: a picture without encryption is fetched only after a second question", arguments: [true, false])
    func plain(isWanted: Bool) async throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "m1", thread: "t", subject: "Hats", at: 86_400)
        message.body = MessageBody(
            html: "<img src='http://shop.test/a.gif' alt='A hat'> <img src='https://cdn.test/b.gif' alt='B'>")
        try world.fill(message)
        let transport = ScriptedTransport()
        for _ in 0..<2 {
            transport.answer(
                with: .success(HTTPResponse(status: 200, headers: ["Content-Type": "image/gif"], body: Self.gif)))
        }
        let screen = try screen(world, transport)
        _ = screen.perform(.fetch)
        let question = try #require(world.pushed.last as? QuestionScreen)
        #expect(world.text(question).contains { $0.contains("Fetch without encryption?") })
        #expect(!transport.requests.contains { $0.url.hasPrefix("http:") })
        _ = question.handle(.key(isWanted ? .enter : .escape))
        if !isWanted { _ = screen.perform(.down) }
        await world.until { world.text(screen)[0].contains("1 × 1") }
        _ = screen.perform(isWanted ? .down : .up)
        if isWanted { await world.until { world.text(screen)[0].contains("1 × 1") } }
        let urls = Set(transport.requests.map(\.url))
        #expect(urls == (isWanted ? ["http://shop.test/a.gif", "https://cdn.test/b.gif"] : ["https://cdn.test/b.gif"]))
    }

    @Test("a picture that can't be drawn says why; other files open in the reader")
    func failures() async throws {
        let world = try world()
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-hat.gif"), account: account, Data("<svg/>".utf8), now: Date())
        }
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        let message = try #require(thread.pane.items.first)
        thread.read(message.files[0], number: 1, of: message)
        let screen = try #require(world.pushed.last as? PicturesScreen)
        await world.until { world.text(screen).joined().contains("Only PNG, JPEG, GIF and WebP are drawn here.") }
        thread.read(message.files[1], number: 2, of: message)
        #expect(world.pushed.last is ReaderScreen)
    }
}
