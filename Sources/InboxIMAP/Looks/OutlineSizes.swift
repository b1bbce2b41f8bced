/// How much of a folder's old mail is outlined at once.
struct OutlineSizes: Sendable {
    /// A folder with fewer messages is outlined in one go.
    var small = 1_000
    /// How many messages, the last to arrive, a large folder shows at first.
    var newest = 200
    /// How many are asked for between two looks.
    var step = 10_000
    /// How far the walk over large folders looks back at first, in seconds. Each further time it is three times as far.
    var span: Int64 = 30 * 86_400
    /// What is older than this, in seconds, is outlined with all the rest.
    var longestSpan: Int64 = 8 * 365 * 86_400
}
