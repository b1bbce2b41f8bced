/// Hands a message to a submission server, or only signs in (RFC 5321 §3.3, RFC 6409), once libcurl has said EHLO over the encrypted
/// connection.
struct SMTPDialogue: MailDialogue {
    private enum Step {
        case listening, signIn, sender
        /// The answer to the recipient at that index is awaited.
        case recipient(Int)
        case permission, text
    }

    static let scheme = "smtp"
    /// The name in EHLO, an address literal (RFC 5321 §4.1.3) that reveals neither the machine's name nor its address.
    static let path = "/%5B127.0.0.1%5D"
    /// Longer commands are split in two (RFC 4954 §4).
    private static let longestCommand = 510

    private let place: MailPlace
    private let credential: MailCredential
    private let words: ServerWords
    /// Nil to prove only that the server can be used.
    private let envelope: SMTPEnvelope?
    private var step = Step.listening
    private var replies = SMTPReplyReader()
    /// The keywords of the last EHLO, in capitals, with their parameters.
    private var extensions: [String: [String]] = [:]
    private var lastReply: SMTPReply?
    private var sasl: SASL?
    private var refusals: [String: SMTPReply] = [:]
    private(set) var end: MailDialogueEnd?

    init(_ submission: SMTPSubmission?, _ credential: MailCredential, to place: MailPlace) {
        envelope = submission.map { SMTPEnvelope($0) }
        self.credential = credential
        self.place = place
        words = ServerWords(hiding: credential, from: place)
    }

    var pace: MailDialoguePace {
        switch step {
        case .listening, .signIn: .signingIn
        case .sender, .recipient, .permission: .talking
        case .text: .deciding
        }
    }

    mutating func overhear(_ line: [UInt8]) {
        guard let reply = try? replies.read(line) else { return }
        lastReply = reply
        let keywords = reply.lines.dropFirst().map { $0.uppercased().split(separator: " ").map { String($0) } }
        extensions = Dictionary(keywords.compactMap { words in words.first.map { ($0, Array(words.dropFirst())) } }) {
            $1
        }
    }

    mutating func begin() -> [UInt8] {
        guard let offered = extensions["AUTH"] else { return afterSignIn() }
        guard let sasl = SASL(credential, to: place, offered: Set(offered)) else {
            return fail(.refused(message: "The server offers no way to sign in with \(credential.kind)."))
        }
        step = .signIn
        var ahead = sasl
        let command = "AUTH \(sasl.mechanism.rawValue)"
        let withFirst = "\(command) \(ahead.next())"
        let isShort = sasl.speaksFirst && withFirst.utf8.count <= SMTPDialogue.longestCommand
        self.sasl = isShort ? ahead : sasl
        return Array("\(isShort ? withFirst : command)\r\n".utf8)
    }

    mutating func hear(_ line: [UInt8], isAllGiven: Bool) -> [UInt8] {
        do {
            guard let reply = try replies.read(line) else { return [] }
            lastReply = reply
            if case .text = step, !isAllGiven {
                // In the middle of the text. What is sent from now on would belong to it.
                end = .failed(meaning(of: .unreachable(detail: "the server interrupts"), isAllGiven: false))
                return []
            }
            return answer(reply)
        } catch {
            end = .failed(meaning(of: .unreachable(detail: "the answer is not SMTP"), isAllGiven: isAllGiven))
            return []
        }
    }

    func meaning(of error: TransportError, isAllGiven: Bool) -> MailTransportError {
        if case .text = step, isAllGiven { return .uncertain(error) }
        if case .unreachable = error, let lastReply, lastReply.code >= 400 { return lastReply.error(words) }
        return .transport(error)
    }
}

private extension SMTPDialogue {
    mutating func answer(_ reply: SMTPReply) -> [UInt8] {
        // The server hangs up, whatever it was asked.
        if reply.code == 421 { return fail(reply.error(words)) }
        switch step {
        case .listening: return []
        case .signIn: return answerSignIn(reply)
        case .sender: return reply.isYes ? ask(0) : fail(reply.error(words))
        case .recipient(let index): return answerRecipient(index, reply)
        case .permission: return answerPermission(reply)
        case .text: return answerText(reply)
        }
    }

    mutating func answerSignIn(_ reply: SMTPReply) -> [UInt8] {
        switch reply.code {
        case 334: Array("\(sasl?.next() ?? "*")\r\n".utf8)
        case 200..<300: afterSignIn()
        // The server does not know the command, which says nothing of the credential.
        case 400..<500, 500...504: fail(reply.error(words))
        default: fail(.signedOut(message: words.clean(reply.text)))
        }
    }

    mutating func afterSignIn() -> [UInt8] {
        guard let envelope else { return finish(.done(refused: [:])) }
        guard !envelope.needsUTF8 || extensions["SMTPUTF8"] != nil else {
            return fail(.refused(message: "The server takes only addresses in ASCII letters."))
        }
        step = .sender
        return Array("MAIL FROM:<\(envelope.sender)>\(envelope.parameters(for: Set(extensions.keys)))\r\n".utf8)
    }

    /// Asks for the recipient at that index, or for the permission to send the text.
    mutating func ask(_ index: Int) -> [UInt8] {
        guard let envelope else { return [] }
        if index < envelope.recipients.count {
            step = .recipient(index)
            return Array("RCPT TO:<\(envelope.recipients[index])>\r\n".utf8)
        }
        if refusals.count == envelope.recipients.count {
            return fail(refusalOfAll(envelope))
        }
        step = .permission
        return Array("DATA\r\n".utf8)
    }

    /// What the server says of the recipients, each with its name: not every server repeats that.
    func refusalOfAll(_ envelope: SMTPEnvelope) -> MailTransportError {
        // A refusal for now makes the whole worth another try.
        let isForNow = refusals.values.contains { $0.code < 500 }
        let said = envelope.recipients.compactMap { recipient -> String? in
            guard let reply = refusals[recipient], (reply.code < 500) == isForNow else { return nil }
            return reply.text.contains(recipient) ? reply.text : "\(recipient): \(reply.text)"
        }
        let message = words.clean(said.joined(separator: "; "))
        return isForNow ? .busy(message: message) : .refused(message: message)
    }

    mutating func answerRecipient(_ index: Int, _ reply: SMTPReply) -> [UInt8] {
        guard let envelope else { return [] }
        if !reply.isYes { refusals[envelope.recipients[index]] = reply }
        return ask(index + 1)
    }

    mutating func answerPermission(_ reply: SMTPReply) -> [UInt8] {
        guard reply.code == 354, let envelope else { return fail(reply.error(words)) }
        step = .text
        return envelope.text
    }

    mutating func answerText(_ reply: SMTPReply) -> [UInt8] {
        switch reply.code {
        case 200..<300: finish(.done(refused: refusals.mapValues { words.clean($0.text) }))
        case 400...: fail(reply.error(words))
        default: fail(.uncertain(.unreachable(detail: "the answer to the text is no answer")))
        }
    }

    mutating func fail(_ error: MailTransportError) -> [UInt8] { finish(.failed(error)) }

    mutating func finish(_ end: MailDialogueEnd) -> [UInt8] {
        self.end = end
        return Array("QUIT\r\n".utf8)
    }
}
