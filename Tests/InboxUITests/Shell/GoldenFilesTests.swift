import Foundation
import Testing

@testable import InboxUI

@Suite("Golden files")
struct GoldenFilesTests {
    /// A place in a test that compares with goldens.
    private struct Call {
        /// Without size or extension; `*` stands for an interpolation.
        var name: String
        /// Whether it compares at each of the four sizes.
        var isAtAllSizes: Bool
    }

    /// Sizes of screens that are too small to be drawn.
    private static let small = "too-small"

    /// Returns the comparisons in a test's source. One with a closure draws at all sizes; others belong to a test that is given
    /// them.
    private static func calls(in source: String) -> [Call] {
        source.matches(of: /(screen|film)Golden\(\s*"(.+?)"\s*([,)]\s*.)/).map { match in
            let (_, kind, name, next) = match.output
            let test = source[..<match.range.lowerBound].components(separatedBy: "@Test(").last ?? ""
            let text = String(name).replacing(/\\\([^)]*\)/, with: "*").replacing("-*x*", with: "")
            return Call(
                name: kind == "film" ? "frames-" + text : text,
                isAtAllSizes: next.hasSuffix("{") || next.hasPrefix(")") || test.contains("ScreenState.sizes"))
        }
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return pattern == name }
        return name.hasPrefix(pattern[..<star]) && name.hasSuffix(pattern[pattern.index(after: star)...])
    }

    @Test("a test compares each golden file, and every screen is compared at the four sizes")
    func noOrphans() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let calls = try sources.flatMap {
            Self.calls(in: try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
        }.filter { $0.name != "states/*" }
        #expect(calls.count > 60)
        let goldens = folder.appendingPathComponent("Goldens").path
        let files = try FileManager.default.contentsOfDirectory(atPath: goldens).filter { $0.hasSuffix(".txt") }
        var sizes: [String: Set<String>] = [:]
        for file in files {
            let name = file.replacing(/(-[0-9]+x[0-9]+)?\.txt$/, with: "")
            sizes[name, default: []].insert(String(file.dropFirst(name.count + 1).dropLast(4)))
        }
        let four = Set(ScreenState.sizes.map { "\($0.0)x\($0.1)" })
        for (name, sizes) in sizes.sorted(by: { $0.key < $1.key }) {
            let its = calls.filter { Self.matches(name, $0.name) }
            #expect(!its.isEmpty, "no test compares \(name)")
            if name == Self.small || sizes == [""] { continue }
            let isAtAllSizes = its.contains { $0.isAtAllSizes }
            #expect(isAtAllSizes, "\(name) is not compared at all sizes")
            #expect(sizes == four, "\(name)")
        }

        let states = try FileManager.default.contentsOfDirectory(atPath: goldens + "/states")
        let wanted = ScreenState.all.flatMap { state in
            ScreenState.sizes.map { "\(state.name)-\($0.0)x\($0.1).txt" }
        }
        #expect(Set(states).symmetricDifference(wanted).sorted() == [])
        #expect(Set(wanted).count == wanted.count, "two states of one name")
    }
}
