import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import TerminalUI

struct ListCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List threads from the store, newest first or as --sort says.")

    @OptionGroup var options: GlobalOptions

    // The next argument is always the value, even with a leading minus, so that errors are about the number.
    @Option(parsing: .unconditional, help: "How many to print at most.")
    var limit = 50

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case date, sender, subject, size, relevance

        /// Nil if the best match comes first.
        func sort(isReversed: Bool) -> MailSort? {
            switch self {
            case .date: MailSort(.date, ascending: isReversed)
            case .sender: MailSort(.from, ascending: !isReversed)
            case .subject: MailSort(.subject, ascending: !isReversed)
            case .size: MailSort(.size, ascending: isReversed)
            case .relevance: nil
            }
        }
    }

    @Option(
        help:
            "The order: newest first (date), by name (sender, subject), largest first (size), or best match first among the newest 2,000 messages found (relevance)."
    )
    var sort = Order.date

    @Flag(help: "The other way round: oldest or smallest first, or from Z to A.")
    var reverse = false

    @Flag(help: "Ask the servers too, and store what they find.")
    var server = false

    @Argument(help: "A query, such as is:unread in:inbox from:ann; without one, all mail.")
    var query: [String] = []

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit takes a number above 0, not \(limit).") }
        guard reverse, sort == .relevance else { return }
        throw ValidationError("--reverse can't be used with --sort relevance: the best match comes first.")
    }

    func run() async throws {
        let session = try options.openSession()
        if server { try options.noteNoAccount(session) } else { try options.noteNothingFetched(session) }
        var predicate = try options.predicate(query, session)
        var isWhole = true
        if server {
            (predicate, isWhole) = await askServers(for: predicate, session, of: try options.chosenAccounts(session))
        }
        let (wanted, order) = (predicate, sort.sort(isReversed: reverse))
        let threads = try telling { () throws(SessionError) -> [MailThread] in
            guard let order else { return try session.bestThreads(wanted, limit: limit) }
            return try session.threads(wanted, sort: order, limit: limit)
        }
        let mailboxes = try telling { () throws(SessionError) in try session.mailboxes() }
        let addresses = Dictionary(uniqueKeysWithValues: try session.knownAccounts().map { ($0.id, $0.address) })
        if options.json {
            let woken = try telling { () throws(SessionError) in
                try session.threads(.keyword(.woken), limit: -1).map(\.id)
            }
            let dates = try telling { () throws(SessionError) in
                try Self.lastMessages(of: Set(woken).intersection(threads.map(\.id)), session)
            }
            try Output.json(
                threads.map { thread in
                    ThreadJSON(
                        thread, account: addresses[thread.account] ?? "", mailboxes: mailboxes,
                        lastMessage: dates[thread.id])
                })
        } else {
            let own = Array(addresses.values)
            // Output for files and programs is the same everywhere.
            let glyphs = try Output.isTerminal ? options.settings().glyphs() : .unicode
            for thread in threads {
                let id = try telling { () throws(SessionError) in try Self.id(of: thread, session) }
                Output.line(Self.line(thread, id: id, own: own, glyphs))
            }
        }
        // An unreachable server is not an empty result.
        if !isWhole { throw ExitCode(1) }
    }

    private static func lastMessages(of threads: Set<ThreadID>, _ session: MailSession) throws(SessionError)
        -> [ThreadID: Date]
    {
        var dates: [ThreadID: Date] = [:]
        for thread in threads {
            dates[thread] = ThreadJSON.lastMessage(of: try session.messages(of: thread))
        }
        return dates
    }

    /// - Returns: a predicate that also selects what only servers find. Errors go to standard error.
    private func askServers(for predicate: MailPredicate, _ session: MailSession, of accounts: [Account]) async
        -> (MailPredicate, isWhole: Bool)
    {
        var beyond: [MessageID] = []
        var isWhole = true
        for account in accounts {
            let search = await session.searchServer(of: account, for: predicate, limit: max(limit, Self.fewestAsked))
            beyond += search.beyond
            if let sentence = Wording.sentence(search) { Output.error("\(account.address): \(sentence)") }
            if case .failed = search.outcome { isWhole = false }
        }
        return (predicate.widened(by: beyond), isWhole)
    }

    /// Counts messages, several of which may share a thread.
    private static let fewestAsked = 100

    /// The width of the names of a thread, in columns.
    private static let namesWidth = 40

    /// Returns the server's id, or, for a draft that it does not have yet, the number that was printed, which other commands accept too.
    private static func id(of thread: MailThread, _ session: MailSession) throws(SessionError) -> String {
        if let known = thread.remoteID { return known.rawValue }
        return try session.messages(of: thread.id).last?.id.description ?? "-"
    }

    /// Returns the line of a thread: `id  ●★  date  senders  subject`.
    private static func line(_ thread: MailThread, id: String, own: [String], _ glyphs: Glyphs) -> String {
        let marks = Wording.marks(of: thread, glyphs)
        let day = thread.lastDate.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
        let names = Wording.senders(of: thread, own: own, columns: namesWidth)
        let count = thread.messageCount > 1 ? " (\(thread.messageCount))" : ""
        return "\(id)  \(marks) \(day)  \(names)\(count)  \(Output.clean(thread.subject))"
    }
}

struct CountCommand: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(commandName: "count", abstract: "Count threads, or messages.")

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Count messages instead.")
    var messages = false

    @Argument(help: "A query; without one, all mail.")
    var query: [String] = []

    func run() async throws {
        let session = try options.openSession()
        try options.noteNothingFetched(session)
        let predicate = try options.predicate(query, session)
        let count = try telling { () throws(SessionError) in try session.count(predicate, messages: messages) }
        if options.json { try Output.json(["count": count]) } else { Output.line(String(count)) }
    }
}
