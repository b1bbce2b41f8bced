import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Any history of an IMAP account")
struct IMAPLawTests {
    /// `HISTORIES=500` runs that many.
    private static let seeds = 0..<(ProcessInfo.processInfo.environment["HISTORIES"].flatMap(Int.init) ?? 8)
    /// With `FAULTS=1` connections break at random as well.
    private static let hasFaults = ProcessInfo.processInfo.environment["FAULTS"] == "1"
    private static let first = ProcessInfo.processInfo.environment["FIRST"].flatMap(Int.init) ?? 0

    private static func options(_ seed: Int) -> ServerOptions {
        let all: [ServerOptions] = [
            .full, .full.without("QRESYNC"), .objects, .full.without("CONDSTORE", "QRESYNC"), .full.without("UIDPLUS"),
            .full.without("MOVE"), .below, .bare, .below.without("NAMESPACE"), .internalNames, .unsafe, .exchange,
            .bars,
        ]
        let options = all[seed % all.count]
        return seed / all.count % 2 == 0 ? options : options.hard(seed: seed)
    }

    /// Both sides do things at random, while programs die and the index gets lost. In the end the client believes what
    /// the server has, nothing is there twice, and only what somebody deleted is gone.
    @Test("ends with what the server has, and without loss", arguments: seeds)
    func histories(seed: Int) async throws {
        let seed = seed + Self.first
        var law = try LawWorld(Self.options(seed), seed: seed, hasFaults: Self.hasFaults)
        var told: String { "seed \(seed):\n" + law.story.joined(separator: "\n") }
        do {
            for _ in 0..<80 where law.broken.isEmpty { try await law.step() }
            try await law.settle()
        } catch {
            Issue.record("\(error), \(told)")
            return
        }
        let (belief, truth) = (law.follower.belief, law.world.server.truth())
        let differences = Set(belief.keys).union(truth.keys).sorted().filter { belief[$0] != truth[$0] }.map {
            "\($0): believed \(belief[$0].map(\.description) ?? "gone"), is \(truth[$0].map(\.description) ?? "gone")"
        }
        #expect(differences.isEmpty, "\(told)")
        #expect(law.broken.isEmpty, "\(told)")
        #expect(law.lost.isEmpty, "\(told)")
        #expect(law.world.server.doubled().isEmpty, "\(told)")
        #expect(Set(law.follower.mailboxes.values.map(\.name)) == Set(law.world.server.folderNames), "\(told)")
    }
}
