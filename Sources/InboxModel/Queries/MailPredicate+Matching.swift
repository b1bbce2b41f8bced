extension MailPredicate {
    /// Whether a message meets a resolved predicate. `words` is asked only when the predicate looks for words.
    public func matches(_ message: Message, words: @autoclosure () -> MessageWords) -> Bool {
        matches(message, words: words)
    }

    private func matches(_ message: Message, words: () -> MessageWords) -> Bool {
        switch self {
        case .all(let parts): parts.allSatisfy { $0.matches(message, words: words) }
        case .any(let parts): parts.contains { $0.matches(message, words: words) }
        case .not(let part): !part.matches(message, words: words)
        case .keyword(let keyword): message.keywords.contains(keyword)
        case .mailbox(.ids(let ids)): !message.mailboxes.isDisjoint(with: ids)
        case .mailbox: false
        case .account(let account): message.account == account
        case .thread(let thread): message.thread == thread
        case .message(let id): message.id == id
        case .hasFile: message.hasFiles
        case .words(let field, let sequence): field.occurs(sequence, in: words())
        case .address(let field, let pattern):
            field.addresses(of: message).contains { pattern.matchesAddress($0.email) }
        case .receivedSince(let date): message.receivedAt >= date
        case .receivedBefore(let date): message.receivedAt < date
        case .newer, .older: false
        case .larger(let size): message.size > size
        case .smaller(let size): message.size < size
        }
    }
}

extension MailPredicate.Field {
    fileprivate func occurs(_ sequence: WordSequence, in words: MessageWords) -> Bool {
        switch self {
        case .anywhere:
            [words.subject, words.from, words.to, words.cc, words.body, words.files].contains {
                sequence.occurs(in: $0)
            }
        case .subject: sequence.occurs(in: words.subject)
        case .from: sequence.occurs(in: words.from)
        case .to: sequence.occurs(in: words.to)
        case .cc: sequence.occurs(in: words.cc)
        case .body: sequence.occurs(in: words.body)
        case .file: sequence.occurs(in: words.files)
        }
    }
}

extension MailPredicate.AddressField {
    public func addresses(of message: Message) -> [MailAddress] {
        switch self {
        case .from: message.from
        case .to: message.to
        case .cc: message.cc + message.bcc
        }
    }
}

extension String {
    /// Whether an address fits this pattern, where `*` stands for any characters; case is ignored.
    public func matchesAddress(_ address: String) -> Bool {
        let pattern = Array(self.lowercased().utf8)
        let text = Array(address.lowercased().utf8)
        let star = UInt8(ascii: "*")
        var inPattern = 0
        var inText = 0
        var lastStar: Int?
        var afterStar = 0
        while inText < text.count {
            if inPattern < pattern.count, pattern[inPattern] == star {
                lastStar = inPattern
                inPattern += 1
                afterStar = inText
            } else if inPattern < pattern.count, pattern[inPattern] == text[inText] {
                inPattern += 1
                inText += 1
            } else if let lastStar {
                inPattern = lastStar + 1
                afterStar += 1
                inText = afterStar
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == star }
    }
}
