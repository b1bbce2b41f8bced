import Foundation
import Testing

@Suite("What is promised")
struct PromisesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("each promise is named by a test, as the page says that lists them")
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
}
