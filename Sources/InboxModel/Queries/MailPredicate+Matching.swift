extension MailPredicate {
    /// Whether a message matches a resolved predicate. `words` is evaluated only if the predicate searches for words.
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
        case .messageID(let id): message.messageIDHeader == "<\(id)>"
        case .hasFile: message.hasFiles
        case .words(let field, let sequence): field.occurs(sequence, in: words())
        case .text(let field, let pattern):
            field.texts(of: message).contains(where: TextPattern(pattern).matches)
        case .address(let field, let pattern):
            field.addresses(of: message).map(\.email).contains(where: TextPattern(pattern, blindToCase: true).matches)
        case .list(let name): ListPattern(name).matches(listID: message.listID, recipients: message.to + message.cc)
        case .receivedSince(let date): message.receivedAt >= date
        case .receivedBefore(let date): message.receivedAt < date
        case .accountNamed, .newer, .older, .sinceDay, .beforeDay, .own: false
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
        case .people: [words.from, words.to, words.cc].contains { sequence.occurs(in: $0) }
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
        case .people: message.participants
        }
    }
}

extension MailPredicate.TextField {
    fileprivate func texts(of message: Message) -> [String] {
        switch self {
        case .subject: [message.subject]
        case .file: message.files.map(\.fileName)
        }
    }
}
