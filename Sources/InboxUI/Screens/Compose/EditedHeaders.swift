import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The head of a message as lines above its text, for an editor, and what became of them there.
struct EditedHeaders: Sendable {
    enum Name: String, CaseIterable, Sendable {
        case from = "From"
        case to = "To"
        case cc = "Cc"
        case bcc = "Bcc"
        case replyTo = "Reply-To"
        case subject = "Subject"
        case attach = "Attach"
    }

    private let values: [Name: String]

    init(_ form: ComposeForm) {
        func people(_ people: [MailAddress], _ typed: String?) -> String {
            (people.map(AddressList.text(of:)) + [typed ?? ""]).filter { !$0.isEmpty }.joined(separator: ", ")
        }
        func people(_ field: ComposeForm.Field) -> String {
            people(form.recipients[field]?.tokens ?? [], form.recipients[field]?.leftover)
        }
        let values: [Name: String] = [
            .from: AddressList.text(of: form.sender.address), .to: people(.to), .cc: people(.cc), .bcc: people(.bcc),
            .replyTo: people(form.replyTo, nil), .subject: form.subject.text, .attach: "",
        ]
        // Names and subjects are other people's: none may begin a line of its own (M-1).
        self.values = values.mapValues { CleanText.line($0).trimmingCharacters(in: .whitespaces) }
    }

    /// Above a text; files that are on the message already are not among the lines, which put more on it.
    func text(above body: String) -> String {
        Name.allCases.map { "\($0.rawValue): \(values[$0] ?? "")" }.joined(separator: "\n") + "\n\n" + body
    }

    /// What an editor made of it.
    struct Reading: Equatable, Sendable {
        /// What stands there otherwise than before; a line that was taken out is empty now.
        var changes: [Name: String] = [:]
        /// Paths.
        var files: [String] = []
        var body = ""
        /// Lines among the headers that are none, in words.
        var problems: [String] = []
    }

    /// The headers end at the first empty line, or where no more follow. Without any, everything is the text.
    func read(_ text: String) -> Reading {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { !$0.allSatisfy(\.isWhitespace) }
        let found = head.map(Self.header)
        guard let last = found.lastIndex(where: { $0 != nil }) else { return Reading(body: text) }
        // A header may go on in the lines below it, which begin with a blank (RFC 5322 §2.2.3).
        let end = head[(last + 1)...].firstIndex { !Self.goesOn($0) } ?? head.endIndex
        var reading = Reading()
        var read: [Name: String] = [:]
        var name: Name?
        for index in 0..<end {
            if let header = found[index] {
                name = header.name
                if header.name == .attach {
                    if !header.value.isEmpty { reading.files.append(header.value) }
                } else if header.name == .subject || header.name == .from, let first = read[header.name] {
                    reading.problems.append("\(header.name.rawValue) stands there twice: “\(first)” was taken")
                } else {
                    read[header.name, default: ""] += (read[header.name]?.isEmpty ?? true ? "" : ", ") + header.value
                }
            } else if index > 0, Self.goesOn(lines[index]), let name, name != .attach {
                read[name, default: ""] += " " + lines[index].trimmingCharacters(in: .whitespaces)
            } else {
                name = nil
                reading.problems.append(Self.notTaken(lines[index]))
            }
        }
        for name in Name.allCases where name != .attach {
            // Without its line a message keeps its sender.
            if name == .from, read[name] == nil { continue }
            let value = CleanText.line(read[name] ?? "").trimmingCharacters(in: .whitespaces)
            if value != values[name] { reading.changes[name] = value }
        }
        let rest = lines[end...]
        let isParted = rest.first.map { $0.allSatisfy(\.isWhitespace) } ?? false
        reading.body = (isParted ? rest.dropFirst() : rest).joined(separator: "\n")
        return reading
    }

    private static func notTaken(_ line: Substring) -> String {
        let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard !name.isEmpty, line.dropFirst(name.count).first == ":" else { return "“\(line.prefix(40))” is no header" }
        let names = Name.allCases.map(\.rawValue)
        return "\(name.prefix(40)) is not taken over here, only "
            + "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    }

    private static func goesOn(_ line: Substring) -> Bool { line.first == " " || line.first == "\t" }

    private static func header(_ line: Substring) -> (name: Name, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let typed = line[..<colon].lowercased()
        guard let name = Name.allCases.first(where: { $0.rawValue.lowercased() == typed }) else { return nil }
        return (name, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
}

extension ComposeForm {
    /// Takes what an editor made of the headers.
    /// - Returns: what could not be taken, in words.
    mutating func take(_ changes: [EditedHeaders.Name: String], _ book: AddressBook) -> [String] {
        var problems: [String] = []
        for name in EditedHeaders.Name.allCases {
            guard let value = changes[name] else { continue }
            let (people, rest) = name == .subject || name == .attach ? ([], "") : book.people(in: value)
            switch name {
            case .from:
                problems += write(asNamed: value).map { [$0] } ?? []
            case .to: recipients[.to] = RecipientField(people, leftover: rest)
            case .cc: recipients[.cc] = RecipientField(people, leftover: rest)
            case .bcc: recipients[.bcc] = RecipientField(people, leftover: rest)
            case .replyTo: replyTo = people
            case .subject: subject = TextField(value, limit: subject.limit)
            case .attach: break
            }
            if name != .from, !rest.isEmpty { problems.append("\(name.rawValue): \(book.problem(with: rest))") }
        }
        return problems
    }

    /// - Returns: what of it is not taken, in words: nobody who may write is called so, or they have another name.
    private mutating func write(asNamed text: String) -> String? {
        let wanted = AddressList.parse(text).addresses.first
        let fitting = senders.filter { sender in wanted.map(sender.address.isSameMailbox) ?? false }
        guard let wanted, let new = fitting.first(where: { $0.address == wanted }) ?? fitting.first else {
            return "“\(text)” is none of your addresses"
        }
        write(as: new)
        guard !wanted.name.isEmpty, wanted.name != new.address.name else { return nil }
        return "The name “\(wanted.name)” is not kept: From stays \(AddressList.text(of: new.address)), "
            + "as your identities have it"
    }
}
