import Foundation

extension ServerPart {
    /// BODYSTRUCTURE (RFC 9051 §7.5.2).
    var structure: String {
        let disposition =
            self["content-disposition"].map { value -> String in
                let (kind, parameters) = Self.parameters(value)
                return "(\(Self.string(kind.uppercased())) \(Self.list(parameters)))"
            } ?? "NIL"
        if isMultipart {
            let subtype = type.dropFirst("multipart/".count).uppercased()
            return "(" + parts.map(\.structure).joined()
                + " \(Self.string(subtype)) \(Self.list(parameters)) \(disposition) NIL NIL)"
        }
        let halves = type.split(separator: "/", maxSplits: 1).map { $0.uppercased() }
        var items =
            halves.map { Self.string($0) } + [
                Self.list(parameters), Self.string(self["content-id"]), Self.string(self["content-description"]),
                Self.string((self["content-transfer-encoding"] ?? "7bit").uppercased()), "\(body.count)",
            ]
        let lines = body.count { $0 == 0x0A }
        if type == "message/rfc822", let inner = parts.first {
            items += [inner.envelope, inner.structure, "\(lines)"]
        } else if type.hasPrefix("text/") {
            items.append("\(lines)")
        }
        return "(" + (items + ["NIL", disposition, "NIL", "NIL"]).joined(separator: " ") + ")"
    }

    private var envelope: String {
        "(\(Self.string(self["date"])) \(Self.string(self["subject"])) NIL NIL NIL NIL NIL NIL "
            + "\(Self.string(self["in-reply-to"])) \(Self.string(self["message-id"])))"
    }

    private static func list(_ parameters: [(name: String, value: String)]) -> String {
        if parameters.isEmpty { return "NIL" }
        return "(" + parameters.map { "\(string($0.name.uppercased())) \(string($0.value))" }.joined(separator: " ")
            + ")"
    }

    /// Quoted where that is allowed, else a literal.
    static func string(_ text: String?) -> String {
        guard let text else { return "NIL" }
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return "{\(text.utf8.count)}\r\n\(text)"
    }

    /// All text in it, for searches, decoded as far as that is simple.
    var searchable: String {
        if !parts.isEmpty { return parts.map(\.searchable).joined(separator: "\n") }
        guard type.hasPrefix("text/") else { return "" }
        switch self["content-transfer-encoding"]?.lowercased() {
        case "base64":
            let data = Data(base64Encoded: Data(body), options: .ignoreUnknownCharacters) ?? Data()
            return String(decoding: data, as: UTF8.self)
        case "quoted-printable": return String(decoding: Self.unquoted(body), as: UTF8.self)
        default: return String(decoding: body, as: UTF8.self)
        }
    }

    private static func unquoted(_ bytes: [UInt8]) -> [UInt8] {
        var (result, place) = ([UInt8](), 0)
        while place < bytes.count {
            guard bytes[place] == 0x3D, place + 2 < bytes.count else {
                result.append(bytes[place])
                place += 1
                continue
            }
            let pair = String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self)
            if let byte = UInt8(pair, radix: 16) { result.append(byte) }
            place += 3
        }
        return result
    }
}
