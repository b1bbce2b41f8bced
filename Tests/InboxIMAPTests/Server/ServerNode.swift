/// A piece of a command's arguments.
indirect enum ServerNode: Sendable, Hashable {
    case atom(String)
    case string([UInt8])
    case list([ServerNode])

    /// Of an atom or a string.
    var text: String? {
        switch self {
        case .atom(let text): text
        case .string(let bytes): String(decoding: bytes, as: UTF8.self)
        case .list: nil
        }
    }

    /// For whoever reads a failure.
    var description: String {
        switch self {
        case .atom(let text): text
        case .string(let bytes): bytes.count < 60 ? "\"\(text ?? "")\"" : "{\(bytes.count)}"
        case .list(let items): "(" + items.map(\.description).joined(separator: " ") + ")"
        }
    }

    var word: String? { if case .atom(let text) = self { text.uppercased() } else { nil } }
    var items: [ServerNode]? { if case .list(let items) = self { items } else { nil } }
    /// The items of a list, or the node itself.
    var several: [ServerNode] { items ?? [self] }
}

/// A command as a session received it.
struct ServerCommand: Sendable {
    var tag: String
    /// In upper case, with `UID` before it if it has that.
    var name: String
    var arguments: [ServerNode]
}

/// Why a command is answered by BAD.
struct ServerSyntaxError: Error {
    var text: String
}
