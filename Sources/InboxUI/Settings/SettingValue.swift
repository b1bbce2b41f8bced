/// A value of any kind in `config.json`.
enum SettingValue: Hashable, Sendable, Codable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([SettingValue])
    case object([String: SettingValue])
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([SettingValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: SettingValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }

    /// A text, or a whole number as one: `24` may be meant by both. Nil for any other value.
    var word: String? {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init)
        default: nil
        }
    }

    /// A text or a list of texts, as key bindings are written; nil for any other value.
    var texts: [String]? {
        switch self {
        case .text(let text): [text]
        case .list(let values):
            values.reduce([String]?.some([])) { texts, value in
                guard case .text(let text) = value else { return nil }
                return texts.map { $0 + [text] }
            }
        default: nil
        }
    }
}
