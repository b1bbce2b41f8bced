public import InboxKit

extension Wording {
    /// Says that a step to the next (1) or the previous (-1) match went over an end of the text.
    static func begunAgain(_ direction: Int) -> String {
        direction > 0
            ? "No more matches below; began again at the top." : "No more matches above; began again at the end."
    }

    /// Says how far the results of a command's query include the server's; nil where nothing has to be said.
    public static func sentence(_ search: ServerSearch) -> String? {
        switch search.outcome {
        case .failed(let failure): "\(sentence(failure)) The list shows what is stored here."
        case .paused: "This account is paused, so its server was not asked. The list shows what is stored here."
        case .unsupported: "Its server can't search for this. The list shows what is stored here."
        case .found where search.hasMore: "The server has more; use a larger --limit."
        case .found, .needless: nil
        }
    }
}
