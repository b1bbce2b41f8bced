/// A command without its tag: text, and literals where text can't say it (RFC 9051 §4.3).
struct IMAPCommand: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        case literal([UInt8])
    }

    /// The verb, for errors: `UID FETCH`.
    let name: String
    private(set) var pieces: [Piece]

    init(_ name: String, _ arguments: String = "") {
        self.name = name
        pieces = [.text(arguments.isEmpty ? name : name + " " + arguments)]
    }

    func adding(_ arguments: String) -> IMAPCommand { adding(.text(" " + arguments)) }

    func adding(literal bytes: [UInt8]) -> IMAPCommand { adding(.text(" ")).adding(.literal(bytes)) }

    /// - Parameter folder: its raw name.
    func adding(folder: String) -> IMAPCommand {
        if let quoted = IMAPConnection.quoted(folder) { return adding(quoted) }
        return adding(literal: RawText.bytes(folder))
    }

    /// - Parameter key: a search key, whose strings are in quotes. Those that are not ASCII become literals.
    func adding(key: String) -> IMAPCommand {
        var command = self
        var (text, string, isOpen, isEscaped) = (" ", "", false, false)
        for scalar in key.unicodeScalars {
            guard isOpen, scalar != "\"" || isEscaped else {
                if isOpen, let quoted = IMAPConnection.quoted(string) {
                    text += quoted
                } else if isOpen {
                    command = command.adding(.text(text)).adding(.literal(Array(string.utf8)))
                    text = ""
                } else if scalar != "\"" {
                    text.unicodeScalars.append(scalar)
                }
                if scalar == "\"" { isOpen.toggle() }
                string = ""
                continue
            }
            isEscaped = scalar == "\\" && !isEscaped
            if !isEscaped { string.unicodeScalars.append(scalar) }
        }
        return command.adding(.text(text))
    }

    private func adding(_ piece: Piece) -> IMAPCommand {
        var command = self
        command.pieces.append(piece)
        return command
    }

    /// How many bytes of literals it has.
    var literalBytes: Int {
        pieces.reduce(0) { if case .literal(let bytes) = $1 { $0 + bytes.count } else { $0 } }
    }

    /// The bytes to send. Before each piece but the first the server must ask for it, which a server with LITERAL+ or LITERAL- (RFC 7888) does
    /// not.
    func bytes(tag: String, _ capabilities: IMAPCapabilities) -> [[UInt8]] {
        let most =
            capabilities.names.contains("LITERAL+") ? Int.max : capabilities.names.contains("LITERAL-") ? 4096 : -1
        var sent: [[UInt8]] = [Array((tag + " ").utf8)]
        for piece in pieces {
            switch piece {
            case .text(let text): sent[sent.count - 1] += text.utf8
            case .literal(let bytes):
                let goesOn = bytes.count <= most
                sent[sent.count - 1] += "{\(bytes.count)\(goesOn ? "+" : "")}\r\n".utf8
                if goesOn { sent[sent.count - 1] += bytes } else { sent.append(bytes) }
            }
        }
        sent[sent.count - 1] += "\r\n".utf8
        return sent
    }
}
