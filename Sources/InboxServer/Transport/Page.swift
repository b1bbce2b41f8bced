import GRDB

/// Which part of a list is asked for, and in what form.
struct Page: Sendable {
    enum View: String, Sendable { case ids, count, expanded }

    let limit: Int
    let offset: Int
    let view: View?

    /// - Parameter isStrict: whether an unknown view is refused, as for threads, messages, drafts and files, or ignored.
    init(_ query: QueryParameters, isStrict: Bool = true) throws {
        limit = try query.number("limit", maximum: 1000) ?? 100
        offset = try query.number("offset", maximum: .max) ?? 0
        let view = query["view"].map { (name: $0, view: View(rawValue: $0)) }
        if isStrict, let view, view.view == nil { throw APIError.invalid("Unknown view \(view.name)") }
        self.view = view?.view
    }

    /// The names that every list knows.
    static let names: Set<String> = ["limit", "offset", "view"]

    /// The end of a query that selects this page.
    var sql: SQL { " LIMIT \(limit) OFFSET \(offset)" }
}
