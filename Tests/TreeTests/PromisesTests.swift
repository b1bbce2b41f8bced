import Foundation
import Testing

@Suite("Promises")
struct PromisesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("each promise in docs/promises.md is named by a test")
    func named() throws {
        let promises = try Self.text("docs/promises.md").matches(of: /(?m)^\| ([A-Z]-[0-9]+) \|/).map {
            String($0.output.1)
        }
        #expect(promises.count > 60)
        let tests = try FileManager.default.subpathsOfDirectory(atPath: Self.root.appendingPathComponent("Tests").path)
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".py") }
        var named: Set<String> = []
        for path in tests {
            for match in try Self.text("Tests/" + path).matches(of: /\b[A-Z]-[0-9]+\b/) {
                named.insert(String(match.output))
            }
        }
        #expect(promises.filter { !named.contains($0) } == [])
    }

    /// Returns how many tests of each suite name a rule: `JMAPWalkTests (5), …`, in the format of the page.
    private static func counts() throws -> [String: String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent("Tests").path)
            .filter { $0.hasSuffix(".swift") && $0.split(separator: "/").first?.hasSuffix("Tests") == true }
        var counts: [String: [String: Int]] = [:]
        for path in files where !path.hasPrefix("TreeTests/") {
            let name = String((path as NSString).lastPathComponent.prefix { $0 != "." && $0 != "+" })
            for test in try text("Tests/" + path).components(separatedBy: "@Test").dropFirst() {
                for rule in Set(test.matches(of: /\bJ-[0-9]+\b/).map { String($0.output) }) {
                    counts[rule, default: [:]][name, default: 0] += 1
                }
            }
        }
        return counts.mapValues { suites in
            suites.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
        }
    }

    @Test("docs/notes/jmap.md gives the suites and the number of tests for each rule, and no rule is without one")
    func rules() throws {
        let counts = try Self.counts()
        let rows = try Self.text("docs/notes/jmap.md").matches(of: /(?m)^\| (J-[0-9]+) \| .* \| (.*) \|$/)
        #expect(rows.map { String($0.output.1) } == (1...68).map { "J-\($0)" })
        for row in rows {
            #expect(String(row.output.2) == counts[String(row.output.1)], "\(row.output.1)")
        }
    }
}
