import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

/// An account of the test server, as its owner writes in it.
struct WritingRig {
    let server: TestMailServer
    let folder: TemporaryFolder
    private(set) var service: IMAPService
    private var index = "index"

    init(_ options: ServerOptions = .full) throws {
        server = TestMailServer(options)
        folder = try TemporaryFolder()
        service = try Self.service(server, folder.file(index))
    }

    private static func service(_ server: TestMailServer, _ index: String) throws -> IMAPService {
        try IMAPService(
            url: "imap://127.0.0.1?smtp=smtp://127.0.0.1", userName: "me", secret: "secret", address: "me@example.test",
            transport: server, indexPath: index)
    }

    /// What is left when the program was killed.
    mutating func restart() throws { service = try Self.service(server, folder.file(index)) }

    /// What is left when the account moved, too, or its index was lost.
    mutating func restartWithoutIndex() throws {
        // What follows an @ is the server, which the journal of sendings outlives.
        index += "@"
        try restart()
    }

    /// Delivers mail, and lets the service find it.
    func deliver(_ subjects: String..., to folder: String = "INBOX", flags: Set<String> = []) async throws -> [RemoteID]
    {
        _ = try await service.latestState()
        for subject in subjects { server.deliver(Self.mail(subject), to: folder, flags: flags) }
        try await service.look()
        return try subjects.map { try #require(try known($0)).id }
    }

    static func mail(_ subject: String) -> String {
        "From: Anna <anna@example.test>\r\nTo: me@example.test\r\nSubject: \(subject)\r\n"
            + "Date: Thu, 01 Jan 2026 00:00:00 +0000\r\nMessage-ID: <\(subject)@example.test>\r\n\r\n\(subject)\r\n"
    }

    func known(_ subject: String) throws -> IndexedMessage? {
        try service.index.messages(withMessageID: "<\(subject)@example.test>").first
    }

    func mailbox(_ name: String) throws -> RemoteID {
        try #require(try service.index.folders().first { $0.name == name }).mailbox
    }

    /// The subjects of what lies in a folder, sorted.
    func subjects(_ folder: String) -> [String] {
        server.mail(in: folder).filter { !$0.flags.contains("\\Deleted") }.map { mail in
            String(mail.text.split(separator: "Subject: ").last?.prefix { $0 != "\r\n" } ?? "")
        }.sorted()
    }

    func draft(_ subject: String = "Lunch", over id: RemoteID? = nil, bcc: [MailAddress] = []) -> RemoteDraft {
        RemoteDraft(
            id: id, messageIDHeader: "<draft@example.test>",
            to: [MailAddress(name: "Anna", email: "anna@example.test")],
            bcc: bcc, subject: subject, body: MessageBody(plain: "At noon?"))
    }

    func order(_ draft: RemoteID, to more: String...) async throws -> RemoteSubmission {
        RemoteSubmission(
            draft: draft, messageIDHeader: "<draft@example.test>",
            recipients: (["anna@example.test"] + more).map { MailAddress(name: "", email: $0) },
            state: try await service.stateBeforeSending())
    }
}

extension UpdateAnswers {
    /// Nil if it succeeded.
    func error(_ id: RemoteID) throws -> RemoteError? {
        switch try #require(self[id]) {
        case .success: nil
        case .failure(let error): error
        }
    }
}
