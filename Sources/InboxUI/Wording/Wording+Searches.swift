public import InboxKit

extension Wording {
    /// What a command says of a server that it asked for a query; nil where nothing has to be said.
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
