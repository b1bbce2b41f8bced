import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// A message being written: its fields, and which of them has the focus.
struct ComposeForm {
    enum Field: Int, Hashable, CaseIterable {
        case from, to, cc, bcc, subject, files, body
    }

    let senders: [Senders.Sender]
    var sender: Senders.Sender
    /// Whether nothing determines the sender.
    var isGuess = false
    /// The format of the line above quotes.
    var quoteLead = Answer.lead
    /// Whether the text is Markdown, also sent as HTML.
    var isMarkdown = false
    /// What is done to the message before it leaves.
    var seal: DraftSeal?
    var recipients: [Field: RecipientField]
    /// The Reply-To addresses; the form has no field for them.
    var replyTo: [MailAddress]
    var subject: TextField
    var files: [MessageFile]
    var selectedFile = 0
    var body: TextArea
    private(set) var focus: Field = .to
    private let original: DraftContent
    /// The formatted body that another program wrote, and its text as edited here. The body is kept as long as the text is unchanged.
    private var formatted: (body: MessageBody, text: String)?
    var book = AddressBook()

    init(_ content: DraftContent, sender: Senders.Sender, senders: [Senders.Sender]) {
        self.sender = sender
        self.senders = senders.contains(sender) ? senders : [sender] + senders
        original = content
        recipients = Self.recipients(of: content)
        replyTo = content.replyTo
        subject = TextField(content.subject, limit: 2_000)
        files = content.files
        body = TextArea(Self.text(content.body))
        isMarkdown = content.body.html != nil && content.body.html == content.body.plain.map { Markdown.html(of: $0) }
        focus = content.to.isEmpty ? .to : .body
        seal = content.seal
        keepFormatting(of: content.body)
    }

    private static func recipients(of content: DraftContent) -> [Field: RecipientField] {
        let typed = content.unfinished
        return [
            .to: RecipientField(content.to, leftover: typed?.to ?? ""),
            .cc: RecipientField(content.cc, leftover: typed?.cc ?? ""),
            .bcc: RecipientField(content.bcc, leftover: typed?.bcc ?? ""),
        ]
    }

    private mutating func keepFormatting(of body: MessageBody) {
        guard let html = body.html, !isMarkdown, PlainAsHTML.unwrapped(html) == nil else { return formatted = nil }
        formatted = (body, self.body.text)
    }

    /// Whether a change removed formatting that the message came with.
    var hasLostFormatting: Bool { formatted.map { isMarkdown || body.text != $0.text } ?? false }

    /// Returns the text for editing. A draft written elsewhere may have only HTML.
    static func text(_ body: MessageBody) -> String {
        if let plain = body.plain ?? body.html.flatMap({ PlainAsHTML.unwrapped($0) }) { return plain }
        return BodyChoice.html(body).typedLines(namesTargets: true).joined(separator: "\n")
    }

    /// Inserts the fetched text, below what was written meanwhile.
    mutating func fill(_ body: MessageBody) {
        guard !self.body.isEmpty else {
            self.body = TextArea(Self.text(body))
            return keepFormatting(of: body)
        }
        self.body.append("\n" + Self.text(body))
    }

    /// Goes back to an earlier version; undo brings the replaced text back.
    mutating func take(_ earlier: DraftContent) {
        recipients = Self.recipients(of: earlier)
        replyTo = earlier.replyTo
        subject = TextField(earlier.subject, limit: 2_000)
        files = earlier.files
        selectedFile = 0
        body.set(Self.text(earlier.body))
        keepFormatting(of: earlier.body)
        if focus == .files, files.isEmpty { focus = .body }
    }

    var content: DraftContent {
        var content = original
        content.from = sender.address
        content.to = recipients[.to]?.tokens ?? []
        content.cc = recipients[.cc]?.tokens ?? []
        content.bcc = recipients[.bcc]?.tokens ?? []
        content.unfinished = UnfinishedRecipients(
            to: leftover(.to), cc: leftover(.cc), bcc: leftover(.bcc))
        content.replyTo = replyTo
        content.subject = subject.text
        content.files = files
        content.seal = seal
        if let formatted, !hasLostFormatting {
            content.body = formatted.body
        } else {
            content.body = MessageBody(html: isMarkdown ? Markdown.html(of: body.text) : nil, plain: body.text)
        }
        return content
    }

    var account: Account { sender.account }

    mutating func know(_ book: AddressBook) { self.book = book }

    /// Adds to the address book what was found for the text being typed.
    mutating func know(_ found: AddressBook.LookUp) {
        book.lookUp = found
        recipients[focus]?.lookAgain(book)
    }

    /// Returns what is wrong with text among the recipients, such as a name that two people share.
    func problem(with rest: String) -> String { book.problem(with: rest) }

    /// The recipient text being typed.
    var typedRecipient: String? { recipients[focus]?.typed }

    var completions: (choices: [AddressBook.Choice], chosen: Int)? {
        guard let field = recipients[focus], !field.completions.isEmpty else { return nil }
        return (field.completions, field.chosen)
    }

    // MARK: Focus

    /// The fields that can have the focus, from the top.
    var fields: [Field] {
        Field.allCases.filter { field in
            switch field {
            case .from: senders.count > 1 || sender.isDoubtful
            case .files: !files.isEmpty
            default: true
            }
        }
    }

    /// Whether a field has a line of its own, empty or not.
    func isShown(_ field: Field) -> Bool {
        switch field {
        case .cc, .bcc: focus == .cc || focus == .bcc || recipients[field]?.isEmpty == false
        default: fields.contains(field)
        }
    }

    mutating func setFocus(_ field: Field) {
        guard field != focus, fields.contains(field) else { return }
        recipients[focus]?.leave(book)
        focus = field
    }

    /// Makes tokens of typed recipients that are not tokens yet.
    mutating func finishTyping() { recipients[focus]?.leave(book) }

    private func leftover(_ field: Field) -> String { recipients[field]?.leftover ?? "" }

    mutating func moveFocus(_ step: Int) {
        let order = fields
        guard let index = order.firstIndex(of: focus) else { return setFocus(.body) }
        setFocus(order[(index + step + order.count) % order.count])
    }

    // MARK: What is put in

    /// Puts the cursor between the quote and the signature.
    mutating func goBelowQuote() {
        let lines = body.text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.lastIndex { $0.hasPrefix(">") } ?? -1
        body.set(body.text, cursor: TextArea.Place(line: min(end + 2, lines.count - 1), column: 0))
    }

    /// Adds people to the recipient field that has the focus, otherwise to the first.
    mutating func add(_ people: [MailAddress]) {
        finishTyping()
        recipients[[.to, .cc, .bcc].contains(focus) ? focus : .to]?.add(people)
    }

    /// Replaces files by others. Files that the user removed meanwhile stay removed.
    mutating func replace(_ old: [MessageFile], by new: [MessageFile]) {
        let pairs = Array(zip(old, new))
        files = files.map { file in pairs.first { $0.0 == file }?.1 ?? file }
    }

    /// Attaches a file, unless it is attached already.
    mutating func add(_ file: MessageFile) {
        if !files.contains(where: { $0.localID == file.localID && $0.remoteID == file.remoteID }) { files.append(file) }
    }
}
