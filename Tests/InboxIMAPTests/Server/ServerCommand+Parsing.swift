extension ServerCommand {
    /// - Throws: `ServerSyntaxError`, with the tag if there is one.
    init(_ pieces: [ServerCommandReader.Piece]) throws(ServerSyntaxError) {
        var scanner = Scanner(pieces)
        var nodes = try scanner.nodes(isNested: false)
        guard nodes.count >= 2, let tag = nodes[0].text, case .atom(let first) = nodes[1] else {
            throw ServerSyntaxError(text: "no command")
        }
        nodes.removeFirst(2)
        var name = first.uppercased()
        if name == "UID", let second = nodes.first?.word {
            name += " " + second
            nodes.removeFirst()
        }
        self.init(tag: tag, name: name, arguments: nodes)
    }

    /// The tag of what can't be read otherwise.
    static func tag(of pieces: [ServerCommandReader.Piece]) -> String {
        guard case .text(let text) = pieces.first else { return "*" }
        return String(decoding: text.prefix { $0 != 0x20 }, as: UTF8.self)
    }

    /// The name, before all of the command is there.
    static func name(of pieces: [ServerCommandReader.Piece]) -> String {
        guard case .text(let text) = pieces.first else { return "" }
        let words = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().prefix(2)
        let name = words.first?.uppercased() ?? ""
        return name == "UID" ? words.joined(separator: " ").uppercased() : name
    }

    private struct Scanner {
        private enum Unit { case byte(UInt8), literal([UInt8]) }
        private let units: [Unit]
        private var place = 0

        init(_ pieces: [ServerCommandReader.Piece]) {
            units = pieces.flatMap { piece -> [Unit] in
                switch piece {
                case .text(let text): text.map { .byte($0) }
                case .literal(let bytes): [.literal(bytes)]
                }
            }
        }

        private var byte: UInt8? {
            guard place < units.count, case .byte(let byte) = units[place] else { return nil }
            return byte
        }

        mutating func nodes(isNested: Bool) throws(ServerSyntaxError) -> [ServerNode] {
            var nodes: [ServerNode] = []
            while place < units.count {
                if case .literal(let bytes) = units[place] {
                    nodes.append(.string(bytes))
                    place += 1
                    continue
                }
                switch byte {
                case 0x20: place += 1
                case 0x28:
                    place += 1
                    nodes.append(.list(try self.nodes(isNested: true)))
                case 0x29:
                    guard isNested else { throw ServerSyntaxError(text: "a parenthesis too many") }
                    place += 1
                    return nodes
                case 0x22: nodes.append(.string(try quoted()))
                default: nodes.append(.atom(try atom()))
                }
            }
            if isNested { throw ServerSyntaxError(text: "a parenthesis is missing") }
            return nodes
        }

        private mutating func quoted() throws(ServerSyntaxError) -> [UInt8] {
            place += 1
            var bytes: [UInt8] = []
            while let next = byte {
                place += 1
                if next == 0x22 { return bytes }
                if next == 0x5C {
                    guard let escaped = byte, [0x22, 0x5C].contains(escaped) else { break }
                    bytes.append(escaped)
                    place += 1
                    continue
                }
                guard next < 0x80, next != 0 else { break }
                bytes.append(next)
            }
            throw ServerSyntaxError(text: "a string has no end")
        }

        /// What stands in brackets belongs to it: `BODY[HEADER.FIELDS (To)]<0.9>`.
        private mutating func atom() throws(ServerSyntaxError) -> String {
            var (bytes, depth) = ([UInt8](), 0)
            while let next = byte {
                if depth == 0, [0x20, 0x28, 0x29, 0x22].contains(next) { break }
                guard (0x20..<0x7F).contains(next) else { throw ServerSyntaxError(text: "a strange character") }
                if next == 0x5B { depth += 1 }
                if next == 0x5D, depth > 0 { depth -= 1 }
                bytes.append(next)
                place += 1
            }
            guard depth == 0, !bytes.isEmpty else { throw ServerSyntaxError(text: "a bracket has no end") }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
