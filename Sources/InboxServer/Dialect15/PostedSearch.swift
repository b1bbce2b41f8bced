import GRDB

/// The search of 2014: JSON that says which fields shall hold what.
///
/// One of the alternatives has to match, and of that one every field. What is no alternative at all matches everything.
struct PostedSearch: Sendable {
    struct Field: Sendable {
        let name: String
        /// One of these has to be in the field.
        let phrases: [String]
        let weight: Double
    }

    enum Sort: String { case datetime, relevance }

    let alternatives: [[Field]]
    let sort: Sort

    /// So many fields in one question are more than anybody means.
    private static let mostFields = 100
    /// Counted threefold unless the question says otherwise.
    private static let heavy: Set<String> = ["subject", "snippet", "body", "participants", "tags"]

    init(_ body: JSONValue) throws {
        alternatives = try Self.alternatives(body["query"] ?? .null)
        guard alternatives.reduce(0, { $0 + $1.count }) <= Self.mostFields else {
            throw APIError.invalid("A query has at most \(Self.mostFields) fields")
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

    /// What has to hold, given what a field and a phrase mean; and how relevant it is: the sum of the weights of what holds.
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
