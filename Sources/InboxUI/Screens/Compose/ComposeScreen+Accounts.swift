import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// Messages whose files are on the server of another account than the sender's.
extension ComposeScreen {
    /// The files that have no local copy.
    private var missingFiles: [MessageFile] {
        guard let source, source.account != form.account.id else { return [] }
        return form.files.filter { $0.localID == nil }
    }

    /// The account that keeps the draft: it stays with its files until all of them are local.
    var keepingAccount: AccountID {
        guard let source, !missingFiles.isEmpty, around.senders.all.contains(where: { $0.account.id == source.account })
        else { return form.account.id }
        return source.account
    }

    /// Fetches the files that only another account's server has, so that they can be uploaded to this account's server.
    /// - Returns: False when there are none.
    @discardableResult
    func fetchFiles() -> Bool {
        let (files, account, session) = (missingFiles, form.account.id, around.session)
        let uploads = form.seal?.encrypts != true
        fetchedFor = account
        guard let source, let first = files.first, comingFiles == 0 else { return false }
        let what = files.count == 1 ? CleanText.line(first.fileName) : "\(files.count) files"
        comingFiles += 1
        around.ask("Getting \(what) for \(CleanText.line(form.account.address))", for: self) {
            [weak self] () async throws(SessionError) -> [MessageFile] in
            defer { self?.comingFiles -= 1 }
            return try await session.files(files, of: source, for: account, uploads: uploads)
        } then: { [weak self] got in
            guard let self else { return }
            self.form.replace(files, by: got)
            self.changed()
            self.around.setNeedsDraw()
        }
        return true
    }

    /// Takes over the new ids that attached files get when the draft moves to another account.
    func take(_ files: [MessageFile], of content: inout DraftContent) {
        guard files.map(\.localID) != content.files.map(\.localID), files.count == content.files.count else { return }
        let changed = zip(content.files, files).filter { $0.localID != $1.localID && $1.localID != nil }
        form.replace(changed.map(\.0), by: changed.map(\.1))
        content.files = content.files.map { file in changed.first { $0.0 == file }?.1 ?? file }
    }
}
