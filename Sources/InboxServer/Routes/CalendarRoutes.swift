import HTTPTypes

/// `/calendars` and `/events`: this server has none and answers with empty lists.
enum CalendarRoutes {
    static func answer(_ call: APICall, kind: String, _ path: [String]) throws -> APIResponse {
        guard call.request.method == .get else { throw APIError.notImplemented("Changing \(kind)") }
        guard path.count <= 1 else { throw call.unknownPath }
        if let id = path.first { throw APIError.notFound("\(kind.dropLast()) \(try call.id(id))") }
        let page = try Page(call.query, isStrict: kind == "calendars")
        if kind == "events" { try checkEventFilters(call.query) } else { try call.query.allowOnly(Page.names) }
        return .json(page.answer([], id: \.self, json: JSONValue.text))
    }

    /// An empty calendar has no events, but errors in the query are still reported.
    private static func checkEventFilters(_ query: QueryParameters) throws {
        let texts = ["title", "description", "location"]
        let times = ["starts_before", "starts_after", "ends_before", "ends_after"]
        let flags = ["busy", "expand_recurring", "show_cancelled"]
        let ids = ["event_id", "calendar_id"]
        try query.allowOnly(Page.names.union(texts + times + flags + ids))
        for name in texts { _ = try query.text(name) }
        for name in times { _ = try query.time(name) }
        for name in flags { _ = try query.bool(name) }
        for name in ids { _ = try query.id(name) }
    }
}
