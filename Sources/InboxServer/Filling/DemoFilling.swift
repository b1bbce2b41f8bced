import Foundation
import GRDB
import InboxModel

/// Fills an account with the demo mailbox, and lets later mail arrive.
struct DemoFilling: Sendable {
    private let importer: MailImporter
    private let mailbox: DemoMailbox

    private static let source = "demo"

    init(demo: ServerConfiguration.Demo, importer: MailImporter) {
        self.importer = importer
        mailbox = DemoMailbox(
            seed: demo.seed, now: demo.now,
            owner: MailAddress(name: importer.account.name, email: importer.account.email))
    }

    /// Stores the mailbox, unless an earlier run did so.
    func fill() async throws {
        let messages = mailbox.messages
        let account = importer.account
        let isFilled = try await importer.database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM origin WHERE accountID = ? AND source = ?)",
                arguments: [account.id, Self.source])
        }
        guard isFilled != true else { return }
        importer.progress(FillingProgress(source: Self.source, done: 0, total: messages.count))
        try await importer.store(messages.enumerated().map { Self.mail($1, number: $0) }, source: Self.source)
        importer.progress(FillingProgress(source: Self.source, done: messages.count, total: messages.count))
    }

    /// Lets a new mail arrive every 20 to 60 seconds, until the task is cancelled.
    func start(clock: any Clock<Duration> = ContinuousClock()) -> Task<Void, Never> {
        let importer = importer
        var mailbox = mailbox
        return Task {
            var number = mailbox.messages.count
            while !Task.isCancelled {
                do {
                    try await clock.sleep(for: mailbox.nextDelay())
                    try await importer.store(
                        [Self.mail(mailbox.nextArrival(now: Date()), number: number)], source: Self.source)
                    number += 1
                } catch {
                    // Cancelled, or the disk is full: a demo without new mail does no harm.
                    return
                }
            }
        }
    }

    private static func mail(_ message: DemoMessage, number: Int) -> IncomingMail {
        var mail = IncomingMail(
            message: NewMessage(reading: message.raw, received: message.receivedAt), problems: [],
            digest: String(number))
        mail.message.isUnread = message.isUnread
        mail.message.isStarred = message.isStarred
        mail.role =
            switch message.folder {
            case .inbox: .inbox
            case .archive: .archive
            case .sent: .sent
            case .drafts: .drafts
            case .junk: .spam
            case .trash: .trash
            }
        return mail
    }
}
