import ArgumentParser
import InboxKit
import InboxModel
import InboxUI

struct ExplainCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show how a query is read, run, and put to servers.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "A query, such as is:unread in:inbox from:ann.")
    var query: [String]

    func run() async throws {
        let session = try options.openSession()
        let predicate = try options.predicate(query, session)
        let reading = try telling { () throws(SessionError) in try session.explain(predicate) }
        if options.json { return try Output.json(reading) }
        for line in reading.report { Output.line(line) }
    }
}
