import Foundation

@testable import InboxRemote

/// Just enough of RFC 8620 §3.7 and §1.5 to read requests.
extension JSON: Decodable {
    private struct BadReference: Error {}

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .array(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    subscript(name: String) -> JSON? { if case .object(let fields) = self { fields[name] } else { nil } }
    var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var strings: [String] { elements.compactMap(\.text) }
    var keys: Set<String> { if case .object(let fields) = self { Set(fields.keys) } else { [] } }

    func resolved(_ answers: [(method: String, json: String, id: String)]) throws -> JSON {
        guard case .object(var fields) = self else { return self }
        for (name, reference) in fields where name.hasPrefix("#") {
            let source = answers.first { $0.id == reference["resultOf"]?.text && $0.method == reference["name"]?.text }
            guard let source, let value = try? JSONDecoder().decode(JSON.self, from: Data(source.json.utf8)) else {
                throw BadReference()
            }
            let path = (reference["path"]?.text ?? "").split(separator: "/")
            fields[name] = nil
            fields[String(name.dropFirst())] = try value.at(path[...])
        }
        return .object(fields)
    }

    private func at(_ path: ArraySlice<Substring>) throws -> JSON {
        guard let step = path.first else { return self }
        let rest = path.dropFirst()
        if step == "*" {
            let found = try elements.map { try $0.at(rest) }
            return .array(found.flatMap { if case .array(let inner) = $0 { inner } else { [$0] } })
        }
        guard let next = self[String(step)] else { throw BadReference() }
        return try next.at(rest)
    }
}
