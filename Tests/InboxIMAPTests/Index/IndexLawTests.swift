import Foundation
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("The law of the index")
struct IndexLawTests {
    /// `HISTORIES=500` runs that many.
    private static let seeds = 0..<(ProcessInfo.processInfo.environment["HISTORIES"].flatMap(Int.init) ?? 8)

    @Test(
        "an index knows what a plain model knows, and its log leads from any earlier number to the same",
        arguments: seeds)
    func inMemory(seed: Int) throws { try run(seed, steps: 120, path: nil) }

    @Test("so do two processes with one file, opened again and again", arguments: 0..<2)
    func inFile(seed: Int) throws {
        let folder = try TemporaryFolder()
        try run(seed, steps: 80, path: folder.file("index"))
    }

    private func run(_ seed: Int, steps: Int, path: String?) throws {
        var history = try IndexHistory(seed: seed, path: path)
        for _ in 0..<steps { try history.step() }
    }
}
