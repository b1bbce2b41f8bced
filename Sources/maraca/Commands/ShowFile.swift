import InboxKit
import InboxServer
import InboxUI
import MailContent

/// Showing a mail that is in a file: as any other, but without a store, and so without the people whom the user knows.
extension ShowCommand {
    /// - Parameter file: a path, or “-” for standard input.
    func show(file: String) async throws {
        let found = try MailFile(path: file)
        if raw { return try Output.bytes(found.bytes) }
        let mail = FileMail(found.bytes, receivedAt: found.receivedAt)
        var seal: MessageSeal?
        let kinds = try options.settings().sealKinds
        if !kinds.isEmpty {
            do throws(SealMemory.Failure) {
                seal = try await MessageSeal.of(
                    mail.message, mail.body, SealMemory(kinds: kinds), decrypts: decrypt, terminal: Output.terminal
                ) { () async throws(SessionError) in found.bytes }
            } catch {
                throw CommandFailure(message: "\(file) is not decrypted: \(error.words)")
            }
        }
        if options.json { return try Output.json(mail.json(withHeaders: headers, seal: seal)) }
        var shown = ShownMessage(
            message: mail.message, body: seal?.body ?? mail.body, source: headers ? mail.source : nil, seal: seal)
        (shown.card, shown.disguises) = (seal?.replaces(mail.message) == true ? nil : mail.card, mail.disguises)
        shown.print()
    }
}
