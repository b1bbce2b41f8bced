import HTTPTypes

/// `/calendars` and `/events`: there are none here, which is said as an empty list.
enum CalendarRoutes {
    static func answer(_ call: APICall, kind: String, _ path: [String]) throws -> APIResponse {
        guard call.request.method == .get else { throw APIError.notImplemented("Changing \(kind)") }
        guard path.count <= 1 else { throw call.unknownPath }
        if let id = path.first { throw APIError.notFound("\(kind.dropLast()) \(try call.id(id))") }
        let page = try Page(call.query, isStrict: kind == "calendars")
        return .json(page.view == .count ? .object([JSONMember("count", .integer(0))]) : .array([]))
    }
}
