import GRDB

/// The search of 2014: JSON that lists the required contents of fields.
///
/// One of the alternatives must match, with every field of it. A search without alternatives matches everything.
struct PostedSearch: Sendable {
    struct Field: Sendable {
        let name: String
        /// The field must contain one of these.
        let phrases: [String]
        let weight: Double
    }

    enum Sort: String { case datetime, relevance }

    let alternatives: [[Field]]
    let sort: Sort

    /// The most fields in a query, and the most phrases in all of them: more than any reasonable query has.
    private static let mostFields = 100
    /// The fields with weight 3 unless the query gives another weight.
    private static let heavy: Set<String> = ["subject", "snippet", "body", "participants", "tags"]

    init(_ body: JSONValue) throws {
        alternatives = try Self.alternatives(body["query"] ?? .null)
        let (fields, phrases) = (alternatives.flatMap { $0 }, alternatives.flatMap { $0 }.flatMap(\.phrases))
        guard max(alternatives.count, fields.count, phrases.count) <= Self.mostFields else {
            throw APIError.invalid("A query has at most \(Self.mostFields) fields and phrases")
        }
        guard let name = body["sort"], !name.isNull else {
            sort = .datetime
            return
        }
        guard let sort = name.textValue.flatMap(Sort.init(rawValue:)) else {
            throw APIError.invalid("sort must be datetime or relevance")
        }
        self.sort = sort
    }

    private static func alternatives(_ query: JSONValue) throws -> [[Field]] {
        guard !query.isNull else { return [] }
        guard let values = query.arrayValue else { throw APIError.invalid("query must be a list of objects") }
        return try values.map { value in
            guard case .object(let members) = value else { throw APIError.invalid("query must be a list of objects") }
            return try members.filter { $0.name != "weights" }.map { try field($0, weights: value["weights"]) }
        }
    }

    private static func field(_ member: JSONMember, weights: JSONValue?) throws -> Field {
        let values = member.value.arrayValue ?? [member.value]
        let phrases = try values.map { value in
            guard let text = value.textValue, text.unicodeScalars.count <= 255 else {
                throw APIError.invalid("\(member.name) must be a text of at most 255 characters, or a list of such")
            }
            return text
        }
        let given = weights?[member.name]
        guard given == nil || given?.number != nil else { throw APIError.invalid("A weight must be a number") }
        return Field(
            name: member.name, phrases: phrases, weight: given?.number ?? (heavy.contains(member.name) ? 3 : 1))
    }

    /// Returns the condition, given the condition for a field and a phrase, and the relevance: the sum of the weights of the
    /// matching fields.
    func sql(_ condition: (_ field: String, _ phrase: String) throws -> SQL) throws -> (condition: SQL, relevance: SQL)
    {
        guard !alternatives.isEmpty else { return ("TRUE", "0.0") }
        var wholes: [SQL] = []
        var scores: [SQL] = []
        for fields in alternatives {
            let parts = try fields.map { field in
                let any = try field.phrases.map { try condition(field.name, $0) }.joined(separator: " OR ")
                return field.phrases.isEmpty ? SQL("FALSE") : SQL("(\(any))")
            }
            wholes.append(parts.isEmpty ? "TRUE" : "(\(parts.joined(separator: " AND ")))")
            scores += zip(fields, parts).map { SQL("CASE WHEN \($1) THEN \($0.weight) ELSE 0.0 END") }
        }
        let relevance: SQL = scores.isEmpty ? "0.0" : "(\(scores.joined(separator: " + ")))"
        return ("(\(wholes.joined(separator: " OR ")))", relevance)
    }
}
