import Foundation
import InboxModel

/// The position of a newest-first walk over emails, across restarts. It follows a known email, so that new mail causes none to be skipped
/// or repeated.
struct WalkPosition: Codable, Hashable {
    /// The last returned emails, the very last one first. If that one is deleted, the one before it still marks the place.
    var anchors: [String] = []
    /// How many emails of the list were returned.
    var given = 0
    var total: Int?
    /// The last count, made when more emails than the total had been listed.
    var counted: Int?
    /// How many emails the server listed in all, including repetitions.
    private var told: Int?
    /// If set, the list has only mail before this second.
    private(set) var before: Int?

    private static let remembered = 8

    init() {}

    /// Starts with the mail that is no newer than a date.
    init(notAfter date: Date) { before = Int(date.timeIntervalSince1970.rounded(.down)) + 1 }

    /// Reads a position. An unreadable one starts over, which returns emails twice but loses none.
    init(_ position: RemotePosition?) {
        self = WalkPosition(jsonText: position?.rawValue) ?? WalkPosition()
    }

    /// Equal positions have equal texts, which identify pages requested ahead.
    var remote: RemotePosition? { (try? jsonText()).map(RemotePosition.init(rawValue:)) }

    mutating func advance(over ids: [String]) {
        told = (told ?? given) + ids.count
        given += ids.count
        anchors = Array((ids.reversed() + anchors).prefix(Self.remembered))
    }

    /// Whether the server has listed anything, also before it was asked for the rest in a list of its own.
    var hasListed: Bool { !anchors.isEmpty || (told ?? given) > 0 }

    /// Returns a position at the top of a list that has only mail that is no newer than a date: the last of what was listed, and the rest.
    /// Nil if that is no less than now.
    func rest(notAfter date: Date) -> WalkPosition? {
        var rest = self
        rest.before = WalkPosition(notAfter: date).before
        (rest.anchors, rest.given, rest.told) = ([], 0, told ?? given)
        guard let end = rest.before, before.map({ end < $0 }) ?? true else { return nil }
        return rest
    }

    /// The name under which what a walk lists is remembered.
    func name(of walk: String) -> String { before.map { "\(walk) before \($0)" } ?? walk }

    /// Returns the filter of a query for what meets all of some conditions; nil for all mail.
    func filter(_ conditions: [String: JSON]) -> JSON? {
        var conditions = conditions
        conditions["before"] = before.map { .string(UTCDate.text(Date(timeIntervalSince1970: TimeInterval($0)))) }
        return conditions.isEmpty ? nil : .object(conditions)
    }

    /// Whether the server listed far more than it has, even if the walk started over a few times and mail kept arriving.
    func isFarBeyond(_ count: Int) -> Bool { (told ?? given) / 10 - 1_000 > count }
}

/// A section of a list whose ids the server has returned.
struct IDWindow: Sendable {
    let ids: [String]
    private let places: [String: Int]
    private let before: String?

    /// Keeps the first place of each id: one that is listed twice would lead into a loop.
    /// - Parameter before: the id before the section.
    init(_ ids: [String], behind before: String? = nil) {
        var places: [String: Int] = [:]
        var once: [String] = []
        for id in ids where places[id] == nil {
            places[id] = once.count
            once.append(id)
        }
        self.ids = once
        self.places = places
        self.before = before
    }

    /// Returns the ids after one of them, or after the id before the section; nil if it is not here, or is the last.
    func after(_ id: String, limit: Int) -> [String]? {
        if id == before { return Array(ids.prefix(limit)) }
        guard let place = places[id], place + 1 < ids.count else { return nil }
        return Array(ids[(place + 1)...].prefix(limit))
    }
}
