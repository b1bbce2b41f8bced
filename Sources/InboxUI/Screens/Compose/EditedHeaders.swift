import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// The headers of a message as lines above its text in an editor, and the user's changes to them.
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
        // Names and subjects come from other people and must not start a new header line (M-1).
        self.values = values.mapValues { CleanText.line($0).trimmingCharacters(in: .whitespaces) }
    }

    /// Returns the headers with a text below them. Files already attached are not listed; `Attach` lines add more files.
    func text(above body: String) -> String {
        Name.allCases.map { "\($0.rawValue): \(values[$0] ?? "")" }.joined(separator: "\n") + "\n\n" + body
    }

    /// The result of editing.
    struct Reading: Equatable, Sendable {
        /// The headers that changed; the value is empty for a line that was removed.
        var changes: [Name: String] = [:]
        /// The paths of files to attach.
        var files: [String] = []
        var body = ""
        /// Lines among the headers that could not be taken as headers, in words.
        var problems: [String] = []
    }

    /// Reads the edited text. The headers end at the first empty line, or after the last header. Without headers, all of it is the text.
    func read(_ text: String) -> Reading {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { !$0.allSatisfy(\.isWhitespace) }
        let found = head.map(Self.header)
        guard let last = found.lastIndex(where: { $0 != nil }) else { return Reading(body: text) }
        // A header may continue on the lines below, which then begin with a blank (RFC 5322 §2.2.3).
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
                    reading.problems.append("\(header.name.rawValue) is there twice: “\(first)” was used")
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
            // Without a From line the message keeps its sender.
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
        guard !name.isEmpty, line.dropFirst(name.count).first == ":" else {
            return "“\(line.prefix(40))” is not a header"
        }
        let names = Name.allCases.map(\.rawValue)
        return "\(name.prefix(40)) can't be set here, only "
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
    /// Applies the changes made to the headers in an editor.
    /// - Returns: What could not be taken, in words.
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

    /// - Returns: What of the name is not taken, in words: it is none of the user's addresses, or that address has another name.
    private mutating func write(asNamed text: String) -> String? {
        let wanted = AddressList.parse(text).addresses.first
        let fitting = senders.filter { sender in wanted.map(sender.address.isSameMailbox) ?? false }
        guard let wanted, let new = fitting.first(where: { $0.address == wanted }) ?? fitting.first else {
            return "“\(text)” is not one of your addresses"
        }
        write(as: new)
        guard !wanted.name.isEmpty, wanted.name != new.address.name else { return nil }
        return "The name “\(wanted.name)” is not used: From stays \(AddressList.text(of: new.address)), "
            + "as your identities say"
    }
}
