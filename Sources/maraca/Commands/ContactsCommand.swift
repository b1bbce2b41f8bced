import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct ContactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "List, import and export people: your contacts, the server's, and those in your mail.",
        discussion:
            "Contacts that you keep stay on this machine: Maraca reads those of servers, but does not change them.",
        subcommands: [ListContacts.self, ImportContacts.self, ExportContacts.self],
        defaultSubcommand: ListContacts.self)
}

private struct ListContacts: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print people, those you write to most first: the address, a tab, the name.",
        discussion:
            "Each word of TEXT is the beginning of a word of the name, the address, the company or a group. The lines are those of a "
            + "completion command, so other mail programs can use them.")

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Only those that you keep.") var kept = false
    @Option(parsing: .unconditional, help: "How many to print at most.") var limit = 1_000
    @Argument(help: "What to look for.") var text: [String] = []

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit takes a number above 0, not \(limit).") }
    }

    func run() async throws {
        let session = try options.openSession()
        try options.noteNothingFetched(session)
        let people = try telling { () throws(SessionError) in
            try session.contacts(ContactFilter(text: text.joined(separator: " "), areKept: kept), sort: .use)
        }
        let accounts = Dictionary(try options.chosenAccounts(session).map { ($0.id, $0.address) }) { first, _ in first }
        let known = people.filter { accounts[$0.account] != nil }
        if options.json {
            return try Output.json(known.prefix(limit).map { ContactJSON($0, account: accounts[$0.account] ?? "") })
        }
        // Several accounts may know the same person.
        var met: Set<[String]> = []
        let shown = known.filter { met.insert([$0.address.email.lowercased(), $0.address.name]).inserted }
        for person in shown.prefix(limit) {
            Output.columns([person.address.email, person.address.name])
        }
    }
}

/// A contact as JSON, with the names of the Inbox API.
private struct ContactJSON: Encodable {
    var account: String
    var name: String
    var email: String
    var phone_numbers: [String]
    var groups: [String]
    var firm: String
    var note: String
    var is_kept: Bool
    var messages: Int
    var sent: Int

    init(_ contact: Contact, account: String) {
        self.account = account
        name = contact.address.name
        email = contact.address.email
        phone_numbers = contact.card?.phones ?? []
        groups = contact.card?.groups ?? []
        firm = contact.card?.firm ?? ""
        note = contact.card?.note ?? ""
        is_kept = contact.card != nil
        messages = contact.mailCount
        sent = contact.sentCount
    }
}

private struct ImportContacts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import the people of a vCard file (versions 2.1, 3.0 and 4.0).",
        discussion:
            "Each address becomes a contact; `export` puts those of one person on one card again. A contact that you keep already keeps "
            + "what it has and gets what is new; importing the same file again changes nothing.")

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The file; `-` for standard input.", completion: .file()) var file: String

    func run() async throws {
        let session = try options.openSession()
        guard let account = try options.chosenAccounts(session).first else {
            throw CommandFailure.noAccount
        }
        // FileHandle reads pipes and sockets as well.
        let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let data = handle.flatMap({ try? $0.readToEnd() }) else {
            throw CommandFailure(message: "the file \(Output.clean(file)) can't be read, or is empty")
        }
        let contents = VCard.contents([UInt8](data))
        let people = contents.people.flatMap(\.contacts)
        guard !people.isEmpty else { throw CommandFailure(message: "there is no card with an address in \(file)") }
        try await telling { () async throws(SessionError) in
            try await session.keepContacts(people, account: account.id)
        }
        if options.json { return try Output.json(["count": people.count, "without_address": contents.withoutAddress]) }
        let rest = contents.withoutAddress
        let left = rest == 0 ? "" : "; \(Wording.count(rest, "card")) without an address left out"
        Output.note("\(Wording.count(people.count, "address", "addresses")) kept\(left)")
    }
}

private struct ExportContacts: AsyncParsableCommand, TellingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print the people that you keep as vCards (version 4.0).")

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Also those that only the server or your mail knows.") var all = false

    func run() async throws {
        let session = try options.openSession()
        let people = try telling { () throws(SessionError) in
            try session.contacts(ContactFilter(areKept: !all))
        }
        let accounts = Set(try options.chosenAccounts(session).map(\.id))
        var met: Set<String> = []
        let cards = AddressCard.cards(
            of: people.filter {
                accounts.contains($0.account) && met.insert($0.address.email.lowercased()).inserted
            })
        let text = VCard.text(cards)
        if Output.isTerminal {
            // The names of people known only from mail are untrusted text.
            if !cards.isEmpty { Output.lines(String(text.withLineFeeds().dropLast())) }
        } else {
            try Output.bytes(Array(text.utf8))
        }
        if cards.isEmpty { Output.note("you have no contacts yet; --all prints everyone known") }
    }
}
