/// A predicate as a server can be asked it: what it can filter by, and what is left to be tested here.
public struct RemoteReading: Hashable, Sendable {
    /// Inbox API filter parameters (dialect 16, `/threads`), by name.
    public var parameters: [String: String]
    /// What those parameters do not say; everything when nothing is left.
    public var remainder: MailPredicate

    /// The parts of a conjunction that `GET /threads` understands become parameters; each parameter can be used once.
    ///
    /// A thread filter of the server looks at any of the thread's messages for each condition by itself, while a thread
    /// here must have one message that meets them all. So with more than one condition the whole predicate stays in the
    /// remainder, and the parameters only narrow what comes.
    /// - Parameter names: the server's word for a mailbox: its id, or nil when it does not know it.
    public init(_ predicate: MailPredicate, names: (MailboxReference) -> RemoteID?) {
        // Unread is a conjunction too, but one that the server knows as a whole.
        let parts: [MailPredicate] =
            if predicate != .unread, case .all(let parts) = predicate { parts } else { [predicate] }
        var parameters: [String: String] = [:]
        var rest: [MailPredicate] = []
        for part in parts {
            guard let (name, value) = Self.parameter(part, names: names), parameters[name] == nil else {
                rest.append(part)
                continue
            }
            parameters[name] = value
            if parts.count > 1 { rest.append(part) }
        }
        self.parameters = parameters
        remainder = rest.count == 1 ? rest[0] : .all(rest)
    }

    private static func parameter(_ part: MailPredicate, names: (MailboxReference) -> RemoteID?) -> (String, String)? {
        switch part {
        case .mailbox(let reference): names(reference).map { ("in", $0.rawValue) }
        case .unread: ("unread", "true")
        case .starred: ("starred", "true")
        case .address(let field, let pattern) where !pattern.contains("*") && field != .cc:
            (field.rawValue, pattern)
        default: nil
        }
    }
}
