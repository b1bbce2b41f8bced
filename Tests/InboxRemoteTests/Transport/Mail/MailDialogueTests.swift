import Testing

@testable import InboxRemote

@Suite("The parts of conversations with mail servers")
struct MailDialogueTests {
    @Test("bytes leave a queue in their order, whatever the room", arguments: [1, 2, 3, 5, 100])
    func queue(room size: Int) {
        var queue = ByteQueue()
        var taken: [UInt8] = []
        let bytes = (0..<60).map { UInt8($0) }
        func take() -> Bool {
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = queue.take(into: UnsafeMutableBufferPointer(rebasing: buffer[..<size]))
            }
            taken += piece
            return !piece.isEmpty
        }
        for (start, count) in [(0, 1), (1, 0), (1, 10), (11, 4), (15, 45)] {
            queue.append(Array(bytes[start..<start + count]))
            _ = take()
        }
        while take() {}
        #expect(taken == bytes && queue.isEmpty)
    }

    @Test("a server may answer in any pieces", arguments: [1, 2, 7])
    func pieces(size: Int) {
        let place = MailPlace(host: "h", port: 1, security: .tls)
        var talk = MailTalk(IMAPSignIn(MailCredential(userName: "a", secret: "b"), to: place))
        #expect(talk.begin() == Array("signin LOGIN \"a\" \"b\"\r\n".utf8))
        var rest: [UInt8] = []
        let bytes = Array("* OK x\r\nsignin OK\r\n* BYE\r\n".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            if talk.isSignedIn { rest += piece } else { rest += talk.hear(piece, isAllGiven: true)?.rest ?? [] }
        }
        #expect(talk.isSignedIn && rest == Array("* BYE\r\n".utf8))
    }

    @Test(
        "what is no reply of a submission server is not read as one",
        arguments: ["", "25", "abc def", "250x", "1000 a", "150 a", "-12 a", "+25 a"])
    func malformed(line: String) {
        var reader = SMTPReplyReader()
        #expect(throws: SMTPReplyReader.Malformed.self) { try reader.read(Array(line.utf8)) }
    }

    @Test("capabilities from before the upgrade to TLS do not count")
    func oldCapabilities() {
        let place = MailPlace(host: "h", port: 1, security: .startTLS)
        var signIn = IMAPSignIn(MailCredential(userName: "a", secret: "b"), to: place)
        signIn.overhear(Array("* CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN SASL-IR".utf8))
        signIn.overhear(Array("* CAPABILITY IMAP4rev1".utf8))
        #expect(signIn.begin() == Array("signin LOGIN \"a\" \"b\"\r\n".utf8))
        var dialogue = SMTPDialogue(nil, MailCredential(userName: "a", secret: "b"), to: place)
        for line in ["220 x", "250-me", "250-STARTTLS", "250 AUTH PLAIN", "220 go", "250-me", "250 AUTH LOGIN"] {
            dialogue.overhear(Array(line.utf8))
        }
        #expect(dialogue.begin() == Array("AUTH LOGIN\r\n".utf8))
    }

    @Test("N-8: only a server that has the whole text may take its time, and only then it may have it")
    func pace() throws {
        let place = MailPlace(host: "127.0.0.1", port: 1, security: .plain)
        let submission = SMTPSubmission(sender: "a@b", recipients: ["c@d"], bytes: [UInt8](repeating: 0x61, count: 90))
        let dialogue = SMTPDialogue(submission, MailCredential(userName: "a", secret: "b"), to: place)
        let exchange = Exchange(dialogue, with: try #require(RequestTarget(place)), .plain)
        func give() -> String {
            let bytes = [UInt8](unsafeUninitializedCapacity: 50) { room, count in
                count = exchange.give(UnsafeMutableBufferPointer(rebasing: room[..<50]))
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        _ = exchange.receiveHeader(Array("220 hello\r\n".utf8))
        _ = exchange.receiveHeader(Array("250 me\r\n".utf8))
        #expect(exchange.pace == .signingIn && give() == "MAIL FROM:<a@b>\r\n")
        for expected in ["RCPT TO:<c@d>\r\n", "DATA\r\n"] {
            _ = exchange.receiveBody(Array("250 fine\r\n".utf8))
            #expect(exchange.pace == .talking && give() == expected)
        }
        _ = exchange.receiveBody(Array("354 go on\r\n".utf8))
        #expect(exchange.pace == .talking && give().count == 50 && exchange.pace == .talking)
        #expect(exchange.mailEnd() == .failed(.transport(.unreachable(detail: "the server hangs up"))))
        #expect(give().hasSuffix("a\r\n.\r\n") && exchange.pace == .deciding)
        #expect(exchange.mailEnd() == .failed(.uncertain(.unreachable(detail: "the server hangs up"))))
        _ = exchange.receiveBody(Array("250 queued\r\n".utf8))
        #expect(exchange.mailEnd() == .done(refused: [:]) && exchange.pace == nil && give() == "QUIT\r\n")
    }

    @Test("nothing of a text leaves after its submission has failed")
    func nothingLater() throws {
        let place = MailPlace(host: "127.0.0.1", port: 1, security: .plain)
        let submission = SMTPSubmission(sender: "a@b", recipients: ["c@d"], bytes: [0x61])
        let dialogue = SMTPDialogue(submission, MailCredential(userName: "a", secret: "b"), to: place)
        let exchange = Exchange(dialogue, with: try #require(RequestTarget(place)), .plain)
        var room = [UInt8](repeating: 0, count: 100)
        func give() -> Int { room.withUnsafeMutableBufferPointer { exchange.give($0) } }
        #expect(give() > 0)
        for reply in ["250 sender", "250 recipient"] {
            _ = exchange.receiveBody(Array("\(reply)\r\n".utf8))
            #expect(give() > 0)
        }
        _ = exchange.receiveBody(Array("354 go on\r\n".utf8))
        exchange.finish(.failure(.cancelled))
        #expect(give() == 0 && exchange.mailEnd() == .failed(.transport(.cancelled)))
    }

    @Test("notes for the log name neither hosts nor people")
    func notes() async throws {
        struct Refusing: MailTransport {
            func openIMAP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError)
                -> ByteStream
            {
                throw .signedOut(message: "anna may not")
            }
            func submit(_ submission: SMTPSubmission, to place: MailPlace, _ credential: MailCredential)
                async throws(MailTransportError) -> [String: String]
            { ["bob@example.org": "unknown"] }
            func proveSMTP(_ place: MailPlace, _ credential: MailCredential) async throws(MailTransportError) {
                throw .uncertain(.timedOut)
            }
        }
        let (notes, told) = AsyncStream<String>.makeStream()
        let noted = NotedMailTransport(Refusing()) { note in
            told.yield(String(note.text.prefix { $0 != "," }) + (note.failure == nil ? "" : "!"))
        }
        let place = MailPlace(host: "h", port: 1, security: .tls)
        let credential = MailCredential(userName: "anna", secret: "b")
        await #expect(throws: MailTransportError.self) { try await noted.openIMAP(place, credential) }
        let submission = SMTPSubmission(sender: "a@b", recipients: ["bob@example.org"], bytes: [1, 2, 3])
        #expect(try await noted.submit(submission, to: place, credential).count == 1)
        await #expect(throws: MailTransportError.self) { try await noted.proveSMTP(place, credential) }
        told.finish()
        var lines: [String] = []
        for await line in notes { lines.append(line) }
        #expect(
            lines == [
                "IMAP sign-in: not signed in!", "SMTP submission of 3 bytes to 1: taken", "SMTP sign-in: uncertain!",
            ])
    }
}
