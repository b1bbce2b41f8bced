/// The sign-in to an IMAP server (RFC 9051 §6.2), once libcurl has asked for its capabilities over the encrypted connection.
struct IMAPSignIn: MailDialogue {
    static let scheme = "imap"
    static let path = "/"
    /// The only tagged command. libcurl's tags differ.
    private static let tag = "signin"

    private let place: MailPlace
    private let credential: MailCredential
    private let words: ServerWords
    private var capabilities: Set<String> = []
    private var isPreauthenticated = false
    private var sasl: SASL?
    /// The rest of a LOGIN command, to be sent piece by piece as the server asks for it.
    private var pieces: [[UInt8]] = []
    /// Why the server hangs up.
    private var farewell: IMAPStatus?
    private(set) var end: MailDialogueEnd?

    init(_ credential: MailCredential, to place: MailPlace) {
        self.credential = credential
        self.place = place
        words = ServerWords(hiding: credential, from: place)
    }

    var pace: MailDialoguePace { .signingIn }

    mutating func overhear(_ line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix("* ") else { return }
        let parts = text.dropFirst(2).split(separator: " ")
        switch parts.first?.uppercased() {
        case "PREAUTH": isPreauthenticated = true
        // The last one counts: before the upgrade to TLS anyone could have sent it.
        case "CAPABILITY": capabilities = Set(parts.dropFirst().map { $0.uppercased() })
        case "BYE": farewell = IMAPStatus(text.dropFirst(2))
        default: break
        }
    }

    mutating func begin() -> [UInt8] {
        guard !isPreauthenticated else {
            end = .signedIn
            return []
        }
        let offered = Set(capabilities.filter { $0.hasPrefix("AUTH=") }.map { String($0.dropFirst(5)) })
        let takesLogin = !credential.isToken && !capabilities.contains("LOGINDISABLED")
        // LOGIN as a mechanism is older than LOGIN as a command, and found where the latter is disabled.
        let mechanisms = takesLogin ? offered.subtracting([SASL.Mechanism.login.rawValue]) : offered
        if let sasl = SASL(credential, to: place, offered: mechanisms) { return authenticate(sasl) }
        if takesLogin { return logIn() }
        end = .failed(
            .refused(message: "The server offers no way to sign in with \(credential.kind).\(wanted(offered))"))
        return []
    }

    mutating func hear(_ line: [UInt8], isAllGiven: Bool) -> [UInt8] {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("+") { return goOn() }
        if text.hasPrefix("* ") {
            overhear(line)
        } else if text.hasPrefix(Self.tag + " ") {
            conclude(IMAPStatus(text.dropFirst(Self.tag.count + 1)))
        }
        return []
    }

    func meaning(of error: TransportError, isAllGiven: Bool) -> MailTransportError {
        if case .unreachable = error, let farewell { return farewell.error(words) ?? refusal(farewell) }
        return .transport(error)
    }
}

private extension IMAPSignIn {
    mutating func authenticate(_ sasl: SASL) -> [UInt8] {
        self.sasl = sasl
        var command = "\(Self.tag) AUTHENTICATE \(sasl.mechanism.rawValue)"
        let allowsFirst = capabilities.contains("SASL-IR") || capabilities.contains("IMAP4REV2")
        if allowsFirst, sasl.speaksFirst, let first = self.sasl?.next() { command += " " + first }
        return Array((command + "\r\n").utf8)
    }

    mutating func logIn() -> [UInt8] {
        var command = Array("\(Self.tag) LOGIN".utf8)
        for text in [credential.userName, credential.secret] {
            command.append(0x20)
            if let quoted = text.quotedForIMAP {
                command += quoted
            } else {
                pieces.append(command + Array("{\(text.utf8.count)}\r\n".utf8))
                command = Array(text.utf8)
            }
        }
        pieces.append(command + [0x0D, 0x0A])
        return pieces.removeFirst()
    }

    mutating func goOn() -> [UInt8] {
        if let response = sasl?.next() { return Array("\(response)\r\n".utf8) }
        return pieces.isEmpty ? [] : pieces.removeFirst()
    }

    mutating func conclude(_ status: IMAPStatus) {
        switch status.word {
        case "OK": end = .signedIn
        case "NO": end = .failed(status.error(words) ?? .signedOut(message: status.message(words)))
        default: end = .failed(status.error(words) ?? refusal(status))
        }
    }

    /// What the server takes instead, if that can be used.
    func wanted(_ offered: Set<String>) -> String {
        let other = MailCredential(userName: credential.userName, secret: "", isToken: !credential.isToken)
        guard SASL(other, to: place, offered: offered) != nil else { return "" }
        return " It takes \(other.kind)."
    }

    func refusal(_ status: IMAPStatus) -> MailTransportError { .refused(message: status.message(words)) }
}

extension MailCredential {
    /// What it signs in with, in words.
    var kind: String { isToken ? "a token" : "a password" }
}

extension String {
    /// The bytes of a quoted string (RFC 9051 §4.3); nil if only a literal can hold the text.
    fileprivate var quotedForIMAP: [UInt8]? {
        guard utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return Array("\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"".utf8)
    }
}
