import Foundation
import InboxModel
import MailContent

/// The texts that went out with one save, each as its mark: by it a save is known again whose answer was lost, whatever was
/// written since. It is kept with the action.
struct SentSaves {
    private(set) var marks: [String]

    init(detail: String?) { marks = detail?.split(separator: " ").map(String.init) ?? [] }

    /// Nil where nothing went out.
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

/// What makes two drafts the same: servers break lines anew, and call files otherwise once a draft names them.
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

    /// Whether the server keeps just this text.
    func isKept(as there: RemoteMessage) -> Bool {
        there.text == text && (files.map(\.remoteID) == there.files.map(\.remoteID) || there.version == nil)
    }
}

extension RemoteMessage {
    /// Nil where it was told without its text.
    fileprivate var text: SavedText? {
        body.map { SavedText(subject, [to, cc, bcc], $0.html ?? $0.plain ?? "", files) }
    }
}
