/// The positions of a list's rows while they move: rows that leave slide out to the right, rows that stay glide, and rows
/// that arrive slide in from the left. The positions depend only on the input and the time, so the same input draws the same
/// frame.
struct ListAnimation<ID: Hashable & Sendable>: Sendable {
    /// A row in one frame.
    struct Place: Hashable, Sendable {
        var id: ID
        /// The horizontal offset in columns; negative to the left.
        var x: Int
        /// The row of the list's area where this row starts; may lie outside the area.
        var y: Int
        var isLeaving: Bool
    }

    /// The movement of one coordinate.
    private struct Way: Hashable, Sendable {
        var from: Double
        var to: Double
        var begin: ContinuousClock.Instant
        var duration: Duration
        var easing: Easing

        static func rest(_ value: Double, _ now: ContinuousClock.Instant) -> Way {
            Way(from: value, to: value, begin: now, duration: .zero, easing: .out)
        }

        func value(at now: ContinuousClock.Instant) -> Double {
            from == to ? to : from + (to - from) * easing((now - begin).part(of: duration))
        }

        var end: ContinuousClock.Instant { from == to ? begin : begin + duration }
    }

    private struct Track: Hashable, Sendable {
        var x: Way
        var y: Way
        var isLeaving = false
        var isArriving = false
        var end: ContinuousClock.Instant { max(x.end, y.end) }
    }

    private var tracks: [ID: Track] = [:]
    /// The order in which rows were added, so that drawing does not depend on hashing.
    private var order: [ID] = []
    /// When the last movement ends; nil when nothing moves.
    private(set) var end: ContinuousClock.Instant?

    static var slide: Duration { .milliseconds(150) }
    static var glide: Duration { .milliseconds(140) }
    /// The delay of arriving rows: the gap begins to open first.
    static var wait: Duration { .milliseconds(40) }
    /// The delay of a closing gap: its row leaves first.
    static var hold: Duration { .milliseconds(50) }

    init() {}

    func isRunning(at now: ContinuousClock.Instant) -> Bool {
        end.map { now < $0 } ?? false
    }

    /// Puts every row in its final place at once.
    mutating func finish() {
        tracks = [:]
        order = []
        end = nil
    }

    /// Starts the movement from one layout to the next. Rows that still move continue from their current place, so changes in
    /// quick succession join without a jump.
    ///
    /// - Parameters:
    ///   - before: the rows that were in sight, each with the line where it was drawn at rest.
    ///   - after: the rows that are in sight now, with their lines.
    ///   - arrived: the rows that were not in the list before.
    ///   - left: the rows that are no longer in the list.
    ///   - origin: for rows that come into sight, the line where they would have stood before.
    ///   - target: for rows that go out of sight, the line where they would stand now.
    mutating func go(
        from before: [(id: ID, line: Int)], to after: [(id: ID, line: Int)], arrived: Set<ID>, left: Set<ID>,
        origin: [ID: Int], target: [ID: Int], width: Int, at now: ContinuousClock.Instant
    ) {
        let old = isRunning(at: now) ? tracks : [:]
        let start = begin(left.isEmpty ? .zero : Self.hold, old, now)
        let oldOrder = order
        tracks = [:]
        order = []
        end = now
        let lines = Dictionary(before.map { ($0.id, $0.line) }) { first, _ in first }
        let staying = Set(after.map(\.id))
        // Rows that were already leaving continue; rows that leave now start from their current place.
        for id in oldOrder where !staying.contains(id) && !left.contains(id) {
            guard let track = old[id], track.isLeaving, track.end > now else { continue }
            add(id, track)
        }
        for row in before where left.contains(row.id) && !staying.contains(row.id) {
            let last = old[row.id]
            if let last, last.isLeaving { add(row.id, last) } else { add(row.id, leaving(row.line, last, width, now)) }
        }
        for row in before where !staying.contains(row.id) && !left.contains(row.id) {
            guard let line = target[row.id] else { continue }
            let y = old[row.id]?.y.value(at: now) ?? Double(row.line)
            add(row.id, Track(x: .rest(0, now), y: gliding(from: y, to: line, start)))
        }
        // How far the previous row is from its old line. A row that comes into sight below it keeps that distance.
        var lag = 0.0
        for row in after {
            if let last = old[row.id], !last.isLeaving {
                let place = last.y.value(at: now)
                lag = place - Double(lines[row.id] ?? row.line)
                let y = gliding(from: place, to: row.line, start)
                add(row.id, Track(x: last.x, y: y, isArriving: last.isArriving && last.x.end > now))
            } else if arrived.contains(row.id) {
                let x = Way(
                    from: Double(-width), to: 0, begin: now + Self.wait, duration: Self.slide, easing: .out)
                add(row.id, Track(x: x, y: .rest(Double(row.line), now), isArriving: true))
            } else {
                let beside = origin[row.id].map { Double($0) + lag } ?? Double(row.line)
                let place = lines[row.id].map(Double.init) ?? beside
                add(row.id, Track(x: .rest(0, now), y: gliding(from: place, to: row.line, start)))
            }
        }
        if let latest = end, latest <= now { finish() }
    }

    /// Returns the rows in drawing order: first the rows that glide, above them the leaving rows, then the arriving rows.
    func places(at now: ContinuousClock.Instant) -> [Place] {
        var layers: [[Place]] = [[], [], []]
        // Among the gliding rows, the row with the longest way passes over the others.
        let travels = order.enumerated().compactMap { offset, id in
            tracks[id].map { (way: abs($0.y.to - $0.y.from), offset: offset, id: id, track: $0) }
        }
        for one in travels.sorted(by: { ($0.way, $0.offset) < ($1.way, $1.offset) }) {
            let track = one.track
            guard !(track.isLeaving && track.end <= now) else { continue }
            let place = Place(
                id: one.id, x: track.x.value(at: now).cell, y: track.y.value(at: now).cell, isLeaving: track.isLeaving)
            layers[track.isLeaving ? 1 : track.isArriving ? 2 : 0].append(place)
        }
        return layers.flatMap { $0 }
    }
}

extension ListAnimation {
    private mutating func add(_ id: ID, _ track: Track) {
        guard tracks[id] == nil else { return }
        tracks[id] = track
        order.append(id)
        end = max(end ?? track.end, track.end)
    }

    /// Returns when the rows that stay begin to glide. The next row that leaves does not hold back rows that already glide or
    /// are about to: the gap would stay open while a key is held down.
    private func begin(
        _ hold: Duration, _ old: [ID: Track], _ now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        let gliding = old.values.lazy.filter { !$0.isLeaving && $0.y.end > now }.map(\.y.begin)
        return gliding.min().map { max(now, min($0, now + hold)) } ?? now + hold
    }

    private func leaving(_ line: Int, _ last: Track?, _ width: Int, _ now: ContinuousClock.Instant) -> Track {
        let x = last?.x.value(at: now) ?? 0
        let y = last?.y.value(at: now) ?? Double(line)
        return Track(
            x: Way(from: x, to: Double(width), begin: now, duration: Self.slide, easing: .in),
            y: .rest(y, now), isLeaving: true)
    }

    private func gliding(from place: Double, to line: Int, _ begin: ContinuousClock.Instant) -> Way {
        Way(from: place, to: Double(line), begin: begin, duration: Self.glide, easing: .out)
    }
}
