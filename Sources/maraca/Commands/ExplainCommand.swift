import ArgumentParser
import InboxKit
import InboxModel

struct ExplainCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show how a query is read, run, and put to servers.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "A query, such as is:unread in:inbox from:ann.")
    var query: [String]

    func run() async throws {
        let session = try options.openSession()
        let predicate = try options.predicate(query, session)
        let reading = try await telling { () throws(SessionError) in try session.explain(predicate) }
        if options.json { return try Output.json(reading) }
        Self.section("Query", [reading.normalForm.isEmpty ? "everything" : reading.normalForm])
        Self.section("Tree", reading.tree)
        Self.section("Store", [reading.sql, "with \(reading.arguments)"])
        Self.section("Plan", reading.plan)
        Self.section("Servers", reading.servers.map(Self.line))
    }

    private static func line(_ server: QueryReading.Server) -> String {
        guard let request = server.request else {
            let why = server.remainder == nil ? "all it has of this is stored here" : "it can't search for this"
            return "\(server.account): not asked; \(why)"
        }
        return "\(server.account): \(request)" + (server.remainder.map { ", then here: \($0)" } ?? "")
    }

    private static func section(_ title: String, _ lines: [String]) {
        Output.line(title)
        for line in lines.flatMap({ $0.split(separator: "\n") }) { Output.line("  " + Output.clean(String(line))) }
    }
}
