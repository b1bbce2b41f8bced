public import InboxKit

extension Wording {
    /// Says how far the results of a command's query include the server's; nil where nothing has to be said.
    public static func sentence(_ search: ServerSearch) -> String? {
        switch search.outcome {
        case .failed(let failure): "\(sentence(failure)) Listed is what is here."
        case .paused: "You have stopped its mail, so its server was not asked. Listed is what is here."
        case .unsupported: "Its server can't look for this. Listed is what is here."
        case .found where search.hasMore: "Its server finds more. A larger --limit asks for older ones too."
        case .found, .needless: nil
        }
    }
}
