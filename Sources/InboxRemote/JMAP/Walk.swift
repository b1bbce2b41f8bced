import Foundation
import InboxModel

/// Where a newest-first walk over emails stands, over restarts: after a known email, so that new mail on top can
/// neither skip nor repeat any.
struct WalkPosition: Codable, Hashable {
    /// The last emails that were given, the very last one first: should it be gone, the one before it still tells the place.
    var anchors: [String] = []
    /// How many were given in all.
    var given = 0
    var total: Int?
    /// How many there were when more had been told than that.
    var counted: Int?
    /// How many were told in all, those included that were told twice.
    private var told: Int?
    /// The walk is over what came before this second only; nil: over all.
    private(set) var before: Int?

    private static let remembered = 8

    init() {}

    /// Starts with what is no newer than a date.
    init(notAfter date: Date) { before = Int(date.timeIntervalSince1970.rounded(.down)) + 1 }

    /// A position that cannot be read starts again, which gives emails twice but loses none.
    init(_ position: RemotePosition?) {
        let saved = position.flatMap { try? JSONDecoder().decode(WalkPosition.self, from: Data($0.rawValue.utf8)) }
        self = saved ?? WalkPosition()
    }

    var remote: RemotePosition? {
        let encoder = JSONEncoder()
        // One place has one text: pages that were asked for ahead are known by it.
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { RemotePosition(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    mutating func advance(over ids: [String]) {
        told = (told ?? given) + ids.count
        given += ids.count
        anchors = Array((ids.reversed() + anchors).prefix(Self.remembered))
    }

    /// Whether much more was told than there is, though the walk may have begun anew some times and mail may come meanwhile.
    func isFarBeyond(_ count: Int) -> Bool { (told ?? given) / 10 - 1_000 > count }
}

/// A stretch of a list that the server has told the ids of.
struct IDWindow: Sendable {
    let ids: [String]
    private let places: [String: Int]
    private let before: String?

    /// An id that a server names twice would lead in circles: its first place counts.
    /// - Parameter before: the id that stands before them.
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

    /// The ids behind one of them, or behind the one before; nil when that one is not here, or was the last.
    func after(_ id: String, limit: Int) -> [String]? {
        if id == before { return Array(ids.prefix(limit)) }
        guard let place = places[id], place + 1 < ids.count else { return nil }
        return Array(ids[(place + 1)...].prefix(limit))
    }
}
