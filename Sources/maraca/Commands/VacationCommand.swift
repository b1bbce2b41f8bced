import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct VacationCommand: AsyncParsableCommand, LetterCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacation", abstract: "Show the server's automatic reply, or switch it on or off.",
        discussion: "With on, the text is read from standard input; if that is a terminal, the old text stays.")

    enum Switch: String, ExpressibleByArgument { case on, off }

    @OptionGroup var options: GlobalOptions

    @Argument(help: "on or off; without it, the reply is shown.", completion: .list(["on", "off"]))
    var state: Switch?

    @Option(help: "The subject of the reply.")
    var subject: String?

    @Option(help: ArgumentHelp("The first day, such as 2026-12-24.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The day on which it ends, such as 2027-01-07.", valueName: "day"))
    var until: String?

    func validate() throws {
        guard state != .on, subject != nil || from != nil || until != nil else { return }
        throw ValidationError("--subject, --from and --until describe the reply: use them with on.")
    }

    func run() async throws {
        // Read before anything can fail, so that a failure keeps the text.
        let isGiven = state == .on && isatty(STDIN_FILENO) == 0
        let given = isGiven ? PipedText.read(try StandardInput.letter()) : ""
        let session = try options.openSession()
        let account = try options.onlyAccount(session)
        let (first, last) = (try Self.day(from), try Self.day(until))
        try Self.checkTime(from: first, until: last)
        let before = try await telling(in: Wording.vacation) { () async throws(SessionError) in
            try await session.vacation(of: account.id)
        }
        guard let state else { return try show(before) }
        var reply = before.switched(on: state == .on, now: Date())
        if state == .on {
            if !given.allSatisfy(\.isWhitespace) { reply.text = given }
            guard !Wording.text(reply).allSatisfy(\.isWhitespace) else {
                throw CommandFailure(message: "the reply has no text: give it on standard input", status: 2)
            }
            (reply.from, reply.until) = (first ?? reply.from, last ?? reply.until)
            try Self.checkTime(from: reply.from, until: reply.until)
            reply.subject = subject ?? reply.subject
        }
        let new = reply
        try await StandardInput.handOver(to: "`maraca vacation`") {
            try await telling(in: Wording.vacation) { () async throws(SessionError) in
                try await session.setVacation(new, before: before, of: account.id)
            }
        }
        try show(new)
    }

    /// Returns the local midnight of a day.
    private static func day(_ text: String?) throws -> Date? {
        guard let text else { return nil }
        guard let day = try? Date(text, strategy: .iso8601.year().month().day()) else {
            throw CommandFailure(message: "\(text) is not a date: write it as 2026-12-24", status: 2)
        }
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        return Calendar.current.date(from: utc.dateComponents([.year, .month, .day], from: day))
    }

    /// - Throws: if the reply would be on but never sent.
    private static func checkTime(from: Date?, until: Date?) throws {
        guard let until else { return }
        if until <= Date() { throw CommandFailure(message: "the day on which it ends is over", status: 2) }
        if let from, until <= from { throw CommandFailure(message: "it would end before it begins", status: 2) }
    }

    private struct Shown: Encodable {
        var enabled: Bool
        var from, until: Int?
        var subject, text: String?
    }

    private func show(_ reply: VacationReply) throws {
        if options.json {
            return try Output.json(
                Shown(
                    enabled: reply.isEnabled, from: reply.from.map { Int($0.timeIntervalSince1970) },
                    until: reply.until.map { Int($0.timeIntervalSince1970) }, subject: reply.subject,
                    text: reply.text ?? reply.html.map { _ in Wording.text(reply) }))
        }
        Output.line(Output.clean(Wording.sentence(reply)))
        for line in Wording.text(reply).split(separator: "\n", omittingEmptySubsequences: false) {
            Output.line("  " + Output.clean(String(line)))
        }
    }
}
