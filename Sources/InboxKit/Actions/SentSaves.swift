import Foundation
import InboxModel
import MailContent

/// Marks of the texts that were sent for one save. They identify a save whose answer was lost, whatever was written since, and are
/// stored with the action.
struct SentSaves {
    private(set) var marks: [String]

    init(detail: String?) { marks = detail?.split(separator: " ").map(String.init) ?? [] }

    /// Nil if nothing was sent.
    var detail: String? { isEmpty ? nil : marks.joined(separator: " ") }
    var isEmpty: Bool { marks.isEmpty }

    func adding(_ draft: RemoteDraft) -> SentSaves {
        var sent = self
        let mark = draft.text.mark
        if !marks.contains(mark) { sent.marks.append(mark) }
        return sent
    }

    func contains(_ there: RemoteMessage) -> Bool { there.text.map { marks.contains($0.mark) } ?? false }
}

/// What makes two drafts the same: servers rewrap lines, and rename files once a draft names them.
private struct SavedText: Equatable {
    var subject: String
    var recipients: [[String]]
    var body: String
    var fileSizes: [Int]

    init(_ subject: String, _ people: [[MailAddress]], _ body: String, _ files: [MessageFile]) {
        self.subject = Self.words(subject)
        recipients = people.map { $0.map { $0.email.lowercased() } }
        self.body = Self.words(body)
        fileSizes = files.map(\.size)
    }

    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    var mark: String {
        let parts = [subject] + recipients.map { $0.joined(separator: ",") } + [body] + fileSizes.map(String.init)
        return Data(SHA256.hash(Array(parts.joined(separator: "\n").utf8)).prefix(16)).base64EncodedString()
    }
}

extension RemoteDraft {
    fileprivate var text: SavedText { SavedText(subject, [to, cc, bcc], body.html ?? body.plain ?? "", files) }

    /// Whether the server keeps exactly this text.
    func isKept(as there: RemoteMessage) -> Bool {
        there.text == text && (files.map(\.remoteID) == there.files.map(\.remoteID) || there.version == nil)
    }
}

extension RemoteMessage {
    /// Nil if the message came without its text.
    fileprivate var text: SavedText? {
        body.map { SavedText(subject, [to, cc, bcc], $0.html ?? $0.plain ?? "", files) }
    }
}
