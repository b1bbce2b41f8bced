import Foundation
import InboxModel
import InboxUI
import MailContent

/// A message as `show` prints it, with everything that a screen says about it.
struct ShownMessage {
    var message: Message
    /// Nil if it is not available.
    var body: MessageBody?
    /// The message as it was sent, if all headers were requested.
    var source: ParsedMessage?
    var seal: MessageSeal?
    /// What the user's own server says about the sender; nil if nothing.
    var verdict: AuthenticationResults.Verdict?
    /// The invitation in the message, or a report about a sent message.
    var card: StyledText?
    /// Warnings about files whose content is a program, by index.
    var disguises: [Int: String] = [:]
    var people = KnownPeople()
    /// The user's addresses in lower case.
    var own: Set<String> = []

    func print() {
        printHead()
        Output.line("")
        if let card {
            for line in card.typedLines() { Output.text("| " + line) }
            Output.line("")
        }
        guard let body else {
            Output.line("[The text is not stored here. It begins:]")
            Output.text(message.snippet)
            return Output.line("")
        }
        var text = BodyChoice.preferred(body)
        text.links = text.links.map { $0.compared(with: people) }
        Output.text(BodyText.forReading(text.numberingLinks(warning: "!", isListed)))
        Output.line("")
        printFoot(of: text)
    }

    private func printHead() {
        if let source {
            for header in source.headers { Output.line("\(header.name): \(header.value)") }
        } else {
            Output.line("From: \(Self.names(message.from))")
            Output.line("To: \(Self.names(message.to))")
            if !message.cc.isEmpty { Output.line("Cc: \(Self.names(message.cc))") }
            if !message.bcc.isEmpty { Output.line("Bcc: \(Self.names(message.bcc))") }
            let answers = SenderCheck.answersElsewhere(message)
            if !answers.isEmpty { Output.line("Reply-To: \(Self.names(answers))") }
            let local = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: .current)
            Output.line("Date: \(message.receivedAt.formatted(local))")
            Output.line("Subject: \(message.subject)")
        }
        if let verdict { Output.line("Sender: \(verdict.words)") }
        for warning in SenderCheck.notes(on: message, known: people, own: own) { Output.line("Warning: \(warning)") }
        for (index, file) in message.files.enumerated() {
            Output.line("File: \(file.fileName) (\(file.contentType), \(FileSize.text(file.size)))")
            if let doubt = FileType.conflict(type: file.contentType, name: file.fileName) {
                Output.line("Warning: \(doubt)")
            }
            if let disguise = disguises[index] { Output.line("Warning: \(disguise)") }
        }
        for problem in body?.problems ?? [] { Output.line("Warning: \(problem)") }
        for line in seal?.lines ?? [] { Output.line("\(seal?.json.kind.name ?? ""): \(line)") }
    }

    private func printFoot(of text: StyledText) {
        let leftOut = LeftOutWords(text)
        let words = [leftOut.pictures, leftOut.hidden].compactMap(\.self)
        for words in words { Output.line("[\(words)]") }
        // The links of a plain text are in it in full, and it can be copied as it is.
        let links = text.links.enumerated().filter { isListed($0.element) }
        for (index, link) in links {
            Output.line("[\(index + 1)] \(link.target)")
            if let note = link.note { Output.line("    Warning: \(note)") }
        }
        if !words.isEmpty || !links.isEmpty { Output.line("") }
    }

    private func isListed(_ link: StyledText.Link) -> Bool { !link.isSaid || link.note != nil }

    private static func names(_ addresses: [MailAddress]) -> String {
        addresses.map(AddressList.text).joined(separator: ", ")
    }
}
