import Foundation
import Testing

@Suite("Module dependencies")
struct ImportsTests {
    /// The permitted imports of a target: our other targets, external modules, and additional ones for some of its folders.
    /// Modules that come with Swift are always allowed.
    private struct Rule {
        var ours: Set<String> = []
        var outside: Set<String> = []
        var within: [String: [String]] = [:]

        var all: Set<String> { ours.union(outside).union(within.keys) }
    }

    /// The parts listed in README.md, from the lowest up.
    private static let rules: [(target: String, folder: String, rule: Rule)] = [
        ("Programs", "Sources/Programs", Rule(outside: ["CProcess"])),
        ("InboxModel", "Sources/InboxModel", Rule()),
        (
            "MailContent", "Sources/MailContent",
            Rule(
                ours: ["InboxModel"],
                within: [
                    "CGMime": ["Mime"], "CLibXML2": ["Html"], "CPSL": ["Html"], "CMark": ["Composing"],
                    "CPictures": ["Pictures"],
                ])
        ),
        (
            "InboxStore", "Sources/InboxStore",
            Rule(ours: ["InboxModel"], outside: ["GRDB", "GRDBSQLite"], within: ["CSQLiteSetup": ["Files"]])
        ),
        (
            "InboxRemote", "Sources/InboxRemote",
            Rule(
                ours: ["InboxModel", "MailContent"],
                within: ["CCurl": ["Transport", "Pictures"], "CResolver": ["Discovery"]])
        ),
        (
            "InboxIMAP", "Sources/InboxIMAP",
            Rule(ours: ["InboxModel", "MailContent", "InboxRemote"], outside: ["GRDB"])
        ),
        (
            "InboxKit", "Sources/InboxKit",
            Rule(
                ours: ["InboxModel", "MailContent", "InboxStore", "InboxRemote", "InboxIMAP"],
                within: ["Programs": ["Accounts", "Sync"]])
        ),
        (
            "InboxServer", "Sources/InboxServer",
            Rule(
                ours: ["Programs", "InboxModel", "MailContent"],
                outside: [
                    "GRDB", "Hummingbird", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1",
                    "NIOWebSocket", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "ServiceLifecycle",
                ])
        ),
        (
            "TerminalUI", "Sources/TerminalUI",
            Rule(ours: ["Programs"], within: ["CNcurses": ["Displays/Ncurses", "Loop"]])
        ),
        (
            "InboxUI", "Sources/InboxUI",
            Rule(ours: ["Programs", "InboxModel", "InboxKit", "InboxStore", "MailContent", "TerminalUI"])
        ),
        (
            "maraca", "Sources/maraca",
            Rule(
                ours: ["InboxModel", "InboxKit", "InboxServer", "InboxUI", "MailContent", "TerminalUI"],
                outside: ["ArgumentParser", "CProcess"])
        ),
        ("EightBall", "Examples/EightBall", Rule(ours: ["InboxKit", "InboxUI", "InboxModel", "TerminalUI"])),
        ("Unread", "Examples/Unread", Rule(ours: ["InboxKit", "InboxModel", "MailContent"])),
        (
            "StoreBench", "Benchmarks/StoreBench",
            Rule(
                ours: ["InboxUI", "TerminalUI", "InboxKit", "InboxStore", "InboxModel", "MailContent"],
                outside: ["ArgumentParser"])
        ),
    ]

    private static let free: Set = ["Foundation", "Glibc", "Synchronization", "Dispatch"]
    private static let root = (0..<3).reduce(URL(filePath: #filePath)) { place, _ in place.deletingLastPathComponent() }

    @Test("a file imports only what its target may", arguments: ImportsTests.rules.map { $0.target })
    func imports(target: String) throws {
        let (_, folder, rule) = try #require(Self.rules.first { $0.target == target })
        let files = try Self.files(in: folder)
        #expect(!files.isEmpty)
        var seen: Set<String> = []
        for file in files {
            for module in try Self.imports(of: "\(folder)/\(file)") where !Self.free.contains(module) {
                seen.insert(module)
                let folders = rule.within[module]
                let isAllowed =
                    folders.map { $0.contains { file.hasPrefix($0 + "/") } }
                    ?? (rule.ours.contains(module) || rule.outside.contains(module))
                #expect(isAllowed, "\(folder)/\(file) imports \(module)")
            }
        }
        #expect(rule.all.subtracting(seen).isEmpty, "\(target) may know more than it does")
    }

    @Test("every target of the package has a rule and exactly the dependencies it names")
    func package() throws {
        let text = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let blocks = text.split(separator: /\n {8}\.(target|executableTarget|testTarget|systemLibrary)\(/).dropFirst()
        var swift: [String: Set<String>] = [:]
        for block in blocks where block.contains("swiftSettings") {
            let name = try #require(block.firstMatch(of: /name: "(\w+)"/)?.1)
            let list = block.firstMatch(of: /dependencies: \[(?s:(.*?))\n? *\],/)?.1 ?? ""
            // For a product its name counts, not the package that it comes from.
            let names = list.replacing(/package: "[^"]*"/, with: "").matches(of: /"([\w.]+)"/).map { String($0.1) }
            if !name.hasSuffix("Tests"), name != "TestSupport" { swift[String(name)] = Set(names) }
        }
        #expect(Set(swift.keys) == Set(Self.rules.map { $0.target }))
        for (target, _, rule) in Self.rules {
            #expect(swift[target] == rule.all, "\(target)")
        }
    }

    @Test("dependencies go one way only: no module depends on one later in the table")
    func order() {
        let names = Self.rules.map { $0.target }
        for (index, entry) in Self.rules.enumerated() {
            let above = Set(names[index...])
            #expect(entry.rule.ours.isDisjoint(with: above), "\(entry.target)")
        }
    }

    @Test("documentation pages cover every library")
    func pages() throws {
        let script = try String(contentsOf: Self.root.appending(path: "scripts/write-documentation"), encoding: .utf8)
        let named = try #require(script.firstMatch(of: /for library in ([\w ]+); do/)?.1).split(separator: " ")
        let libraries = Self.rules.filter { $0.folder.hasPrefix("Sources/") && $0.target != "maraca" }
        #expect(named.map(String.init) == libraries.map { $0.target })
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".swift") }
    }

    private static func imports(of file: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            line.firstMatch(
                of:
                    /^(?:@\w+ )?(?:public |package |internal |private |fileprivate )?import (?:(?:struct|class|enum|func|protocol|typealias) )?(\w+)/
            )
            .map { String($0.1) }
        }
    }
}
