/// The meaning of a blob id. Ids use only the characters that RFC 8620 §1.2 allows.
enum BlobID: Equatable, Sendable {
    case email(String)
    case part(String, ofEmail: String)
    case upload(String)

    var text: String {
        switch self {
        case .email(let id): "M" + id
        case .part(let part, let email): "P" + email + "-" + part.replacing(".", with: "_")
        case .upload(let id): "U" + id
        }
    }

    init?(_ text: String) {
        let rest = String(text.dropFirst())
        switch text.first {
        case "M": self = .email(rest)
        case "U": self = .upload(rest)
        case "P":
            let parts = rest.split(separator: "-", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            self = .part(String(parts[1]).replacing("_", with: "."), ofEmail: String(parts[0]))
        default: return nil
        }
    }
}
