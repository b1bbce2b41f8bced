/// What comes before the owner's bytes on a line.
extension Exchange.State {
    enum Opening {
        case goesOn
        /// The outcome is set, and nothing more is to be read.
        case ended
        case over(rest: [UInt8])
    }

    func isOpen(_ kind: Exchange.Kind) -> Bool {
        switch kind {
        case .request: true
        case .upgrade: head.isComplete
        case .mail: talk?.isSignedIn ?? true
        }
    }

    mutating func open(_ kind: Exchange.Kind, with bytes: some Collection<UInt8>) -> Opening {
        if case .mail = kind { hear(bytes) } else { readHead(bytes) }
    }

    private mutating func readHead(_ bytes: some Collection<UInt8>) -> Opening {
        guard let rest = head.read(pieces: bytes) else {
            outcome = .failure(.tooLarge)
            return .ended
        }
        guard let head = head.value else { return .goesOn }
        guard head.status == 101 else {
            // Nothing more is requested over this connection.
            outcome = .success(())
            return .ended
        }
        return .over(rest: rest)
    }

    private mutating func hear(_ bytes: some Collection<UInt8>) -> Opening {
        guard let (answer, rest) = talk?.hear(bytes, isAllGiven: outgoing.isEmpty) else {
            outcome = .failure(.tooLarge)
            return .ended
        }
        take(answer)
        return talk?.isSignedIn ?? false ? .over(rest: rest) : .goesOn
    }

    /// Sends what the dialogue answers. Where that is its end, nothing else is sent.
    private mutating func take(_ answer: [UInt8]) {
        if let end = talk?.dialogue.end, end != .signedIn {
            outgoing.removeAll()
            outcome = .success(())
        }
        outgoing.append(answer)
    }
}

extension Exchange.State {
    /// Fills the room with bytes to send. libcurl asks for them as soon as it has connected.
    mutating func give(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        if let talk, !talk.isSignedIn {
            // Whether the server has a text depends on what was given when the exchange failed.
            if case .failure = outcome { return 0 }
            if !talk.hasBegun, outcome == nil { take(self.talk?.begin() ?? []) }
        }
        let count = outgoing.take(into: room)
        // A server that takes a text is not silent.
        if count > 0, talk != nil { lastByte = .now }
        return count
    }

    /// Nil once there is no dialogue, or for HTTP.
    var pace: MailDialoguePace? {
        guard let dialogue = talk?.dialogue, dialogue.end == nil else { return nil }
        return dialogue.pace == .deciding && !outgoing.isEmpty ? .talking : dialogue.pace
    }

    var mailEnd: MailDialogueEnd {
        guard let dialogue = talk?.dialogue else { return .failed(.transport(.cancelled)) }
        if let end = dialogue.end { return end }
        let error: TransportError
        if case .failure(let failure) = outcome {
            error = failure
        } else {
            error = .unreachable(detail: "the server hangs up")
        }
        return .failed(dialogue.meaning(of: error, isAllGiven: outgoing.isEmpty))
    }
}
