import InboxModel
import InboxRemote
import MailContent

/// A message on its way to the submission server, and how the journal names it.
struct Departure {
    let order: RemoteSubmission
    /// The order's row in the journal, which was made before the order (`stateBeforeSending`). Without one, what names this very text.
    let key: String
    /// Whether the bytes are given, so that a copy in the sent mail is known by their number.
    private(set) var size: Int?

    /// A saved draft.
    init(_ order: RemoteSubmission) {
        self.order = order
        key = order.state ?? "\(order.messageIDHeader ?? "") \(order.draft.rawValue)"
    }

    /// Bytes that leave as they are.
    /// - Parameter bytes: with CR LF.
    init(_ order: RemoteSubmission, bytes: [UInt8]) {
        self.order = order
        key = order.state ?? SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        size = bytes.count
    }

    /// The bare recipients, each once.
    var recipients: [String] {
        var seen: Set<String> = []
        return order.recipients.map { EmailAddress.written($0.email) }.filter { seen.insert($0.lowercased()).inserted }
    }

    /// - Parameter own: the account's address.
    func sender(own: String) -> String {
        let from = order.from?.email ?? ""
        return EmailAddress.written(from.isEmpty ? own : from)
    }
}
