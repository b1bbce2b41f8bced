import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI
import MailContent

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Queue a message (RFC 5322) from standard input; prints its id.",
        discussion: "`sync` or the running client sends it.")

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Only keep it as a draft.") var draft = false
    @Option(help: ArgumentHelp("A file to put on it.", valueName: "file")) var attach: [String] = []

    func run() async throws {
        let bytes = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
        let message = ParsedMessage.parse(bytes)
        guard !message.headers.isEmpty else {
            throw CommandFailure(message: "there is no message on standard input: headers, an empty line, the text")
        }
        let session = try options.openSession()
        let account = try sender(of: message, session)
        let uploads = try message.files.map { try Self.upload($0, of: bytes) } + attach.map(Self.upload)
        if !draft, (message.to + message.cc + message.bcc).isEmpty {
            throw CommandFailure(message: "there is no address to send it to: add To, Cc or Bcc")
        }
        var files: [MessageFile] = []
        for upload in uploads {
            files.append(
                try await telling { () async throws(SessionError) in
                    try await session.attach(upload, account: account.id)
                })
        }
        let content = DraftContent(
            from: message.from.first, to: message.to, cc: message.cc, bcc: message.bcc, replyTo: message.replyTo,
            subject: message.subject, body: message.body, files: files,
            inReplyTo: try answered(message, account, session), messageIDHeader: message.messageID)
        for header in message.lost { Output.note("not kept: \(Output.clean(header))") }
        let isDraft = draft
        let id = try await telling { () async throws(SessionError) in
            isDraft
                ? try await session.save(content, account: account.id)
                : try await session.send(content, account: account.id)
        }
        if options.json { try Output.json(["id": id.description]) } else { Output.line(id.description) }
    }

    /// The account asked for, else the one that the message comes from, else the only one.
    private func sender(of message: ParsedMessage, _ session: MailSession) throws -> Account {
        let accounts = try options.chosenAccounts(session).filter { !$0.isReadOnly }
        let from = message.from.first?.email.lowercased()
        if let account = accounts.first(where: { $0.address.lowercased() == from }) { return account }
        guard accounts.count == 1, let only = accounts.first else {
            throw CommandFailure(
                message: accounts.isEmpty
                    ? "there is no account to send from; `maraca account add ADDRESS` makes one"
                    : "which account sends it? Say --account, or From in the message")
        }
        return only
    }

    private func answered(_ message: ParsedMessage, _ account: Account, _ session: MailSession) throws -> MessageID? {
        guard let header = message.inReplyTo.first else { return nil }
        return try? session.message(messageIDHeader: header, account: account.id)?.id
    }

    private static func upload(_ file: ParsedFile, of bytes: [UInt8]) throws -> RemoteUpload {
        guard let content = ParsedMessage.fileContents(of: bytes, partID: file.partID) else {
            throw CommandFailure(message: "the file \(Output.clean(file.fileName)) in the message can't be read")
        }
        return RemoteUpload(fileName: file.fileName, contentType: file.contentType, bytes: content)
    }

    private static func upload(_ path: String) throws -> RemoteUpload {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(message: "there is no file \(path) that can be read")
        }
        return RemoteUpload(
            fileName: (path as NSString).lastPathComponent, contentType: "application/octet-stream",
            bytes: [UInt8](data))
    }
}

extension ParsedMessage {
    /// Names of headers that a draft has no place for.
    fileprivate var lost: [String] {
        let kept: Set<String> = [
            "from", "to", "cc", "bcc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
            "mime-version",
        ]
        return headers.map(\.name).filter { !kept.contains($0.lowercased()) && !$0.lowercased().hasPrefix("content-") }
    }
}
