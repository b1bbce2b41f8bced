import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Answers that arrive damaged")
struct DamagedAnswersTests {
    /// `HISTORIES=500` runs that many.
    private static let seeds = 0..<(ProcessInfo.processInfo.environment["HISTORIES"].flatMap(Int.init) ?? 12)
    private static let servers: [ServerOptions] = [
        .full, .bare, .full.without("CONDSTORE", "QRESYNC"), .full.without("LIST-STATUS", "ESEARCH"),
    ]

    /// Where all mail is, by Message-ID. Which marks a lost line told is not told again.
    private func places(_ mail: [String: KnownMail]) -> [String: Set<String>] { mail.mapValues(\.mailboxes) }

    @Test(
        "lose no mail: in the end the client believes what the server has", .timeLimit(.minutes(2)), arguments: seeds)
    func following(seed: Int) async throws {
        let lines = LineHolder()
        var world = try ServiceWorld(Self.servers[seed % Self.servers.count]) {
            lines.hold(DamagedLine($0, seed: seed, percent: 15))
        }
        var random = SeededRandom(seed: seed)
        let server = world.server
        for number in 1...12 {
            server.deliver(NumberedMail.text(number), to: random.pick(["INBOX", "Archive", "Junk"]))
        }
        var follower = Follower()
        for number in 13..<60 {
            switch random.int(0..<10) {
            case 0: server.deliver(NumberedMail.text(number), to: random.pick(["INBOX", "Archive"]))
            case 1: server.move(UInt32(random.int(1..<12)), from: "INBOX", to: "Archive")
            case 2: server.createFolder("New \(number)")
            case 3: server.changeUIDValidity(random.pick(["INBOX", "Archive", "Trash"]))
            case 4: try world.restart()
            default: break
            }
            do {
                if follower.state == nil { try await follower.begin(world.service) }
                if !follower.isWalked { try await follower.walk(world.service, 4) }
                while try await follower.readChanges(world.service) {}
            } catch {
                #expect(error.nextStep != .drop, "\(error)")
            }
        }
        lines.mend()
        server.hangUp()
        try await world.catchUp(&follower)
        for _ in 0..<25 { _ = try await follower.readChanges(world.service) }
        try await world.catchUp(&follower)
        #expect(places(follower.belief) == places(server.truth()), "\(server.transcript)")
        #expect(server.doubled().isEmpty)
        #expect(Set(follower.mailboxes.values.map(\.name)) == Set(server.folderNames))
    }

    @Test("save and send a message once", .timeLimit(.minutes(2)), arguments: seeds)
    func writing(seed: Int) async throws {
        let lines = LineHolder()
        let world = try ServiceWorld(Self.servers[seed % Self.servers.count]) {
            lines.hold(DamagedLine($0, seed: seed, percent: 10))
        }
        var writer = TestWriter(1)
        var (saved, outcome) = ("", TestWriter.Outcome.refused)
        do {
            for text in ["One.", "Second, and longer."] {
                writer.write(text)
                guard try await writer.save(world) != nil else { break }
                saved = text
            }
            outcome = try await writer.send(world).0
        } catch {
            // A drafts folder that is missing in a list can't be made: the client tells it, and keeps the draft.
            #expect(error.nextStep == .drop, "\(error)")
        }
        lines.mend()
        let (submitted, there) = (world.server.submissions, world.server.snapshot())
        let told = "\(outcome): \(world.server.transcript)"
        #expect(submitted.count <= 1 && (outcome != .sent || submitted.count == 1), "\(told)")
        let kept = (there["Drafts"] ?? []) + (there["Sent"] ?? [])
        #expect(saved.isEmpty || kept.contains { $0.text.contains(saved) }, "\(told)")
        #expect((there["Sent"] ?? []).count <= 1, "\(told)")
    }
}

/// Keeps the line that a world makes.
private final class LineHolder {
    private var line: DamagedLine?

    func hold(_ line: DamagedLine) -> DamagedLine {
        self.line = line
        return line
    }

    func mend() { line?.mend() }
}
