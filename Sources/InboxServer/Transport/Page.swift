import GRDB

/// The requested part of a list, and its form.
struct Page: Sendable {
    enum View: String, Sendable { case ids, count, expanded }

    let limit: Int
    let offset: Int
    let view: View?

    /// - Parameter isStrict: whether to refuse an unknown view, as for threads, messages, drafts and files, or to ignore it.
    init(_ query: QueryParameters, isStrict: Bool = true) throws {
        limit = try query.number("limit", maximum: 1000) ?? 100
        offset = try query.number("offset", maximum: .max) ?? 0
        let view = query["view"].map { (name: $0, view: View(rawValue: $0)) }
        if isStrict, let view, view.view == nil { throw APIError.invalid("Unknown view \(view.name)") }
        self.view = view?.view
    }

    /// The parameters that every list accepts.
    static let names: Set<String> = ["limit", "offset", "view"]

    /// The SQL suffix that selects this page.
    var sql: SQL { " LIMIT \(limit) OFFSET \(offset)" }
}
