/// The answer to `view=count`.
struct WireCount: Decodable {
    var count: Int
}

/// The answer of `POST /delta/latest_cursor`.
struct WireCursor: Decodable {
    var cursor: String

    init(from decoder: any Decoder) throws {
        cursor = try decoder.members(WireKey.self).required(.cursor)
    }
}
