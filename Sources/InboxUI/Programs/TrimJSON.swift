package import InboxStore

/// The old mail that was removed from an account, or would be, for programs.
package struct TrimJSON: Encodable {
    private var account: String
    private var keepsAll: Bool
    private var threads = 0
    private var messages = 0

    private enum CodingKeys: String, CodingKey {
        case account, threads, messages
        case keepsAll = "keeps_all"
    }

    /// - Parameter report: nil where the account removes nothing by itself.
    package init(account: String, _ report: TrimReport?) {
        self.account = account
        keepsAll = report == nil
        if let report { (threads, messages) = (report.threads, report.messages) }
    }
}
