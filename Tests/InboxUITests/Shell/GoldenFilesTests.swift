import Foundation
import Testing

@testable import InboxUI

@Suite("Golden files")
struct GoldenFilesTests {
    /// Returns the names of goldens in a test's source, without size or extension; `*` stands for an interpolation.
    private static func names(in source: String) -> [String] {
        let calls = source.matches(of: /screenGolden\(\s*"(.+?)"\s*[,)]/).map { String($0.output.1) }
        return calls.map { $0.replacing(/\\\([^)]*\)/, with: "*") }
    }

    private static func isCalled(_ file: String, by names: [String]) -> Bool {
        let name = file.replacing(/(-[0-9]+x[0-9]+)?\.txt$/, with: "")
        return names.contains { pattern in
            let pattern = pattern.replacing("-*x*", with: "")
            guard let star = pattern.firstIndex(of: "*") else { return pattern == name }
            return name.hasPrefix(pattern[..<star]) && name.hasSuffix(pattern[pattern.index(after: star)...])
        }
    }

    @Test("a test reads each golden file, and none is left over")
    func noOrphans() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let names = try sources.flatMap {
            Self.names(in: try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
        }
        #expect(names.count > 40)
        let goldens = folder.appendingPathComponent("Goldens").path
        let files = try FileManager.default.contentsOfDirectory(atPath: goldens).filter { $0.hasSuffix(".txt") }
        #expect(files.filter { !Self.isCalled($0, by: names) }.sorted() == [])

        let states = try FileManager.default.contentsOfDirectory(atPath: goldens + "/states")
        let wanted = ScreenState.all.flatMap { state in
            ScreenState.sizes.map { "\(state.name)-\($0.width)x\($0.height).txt" }
        }
        #expect(Set(states).symmetricDifference(wanted).sorted() == [])
        #expect(Set(wanted).count == wanted.count, "two states of one name")
    }
}
