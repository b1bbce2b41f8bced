@testable import TerminalUI

/// The order in which a terminal with its own support for right-to-left text shows a row: by the whole line, from left to right
/// (UAX 9 without marks).
enum RowDirection {
    private enum Direction { case left, right, number, neutral }

    static func shown(_ cells: [String]) -> [String] {
        let directions = resolved(cells.map(direction))
        var order = Array(cells.indices)
        let levels = directions.map { $0 == .left ? 0 : $0 == .right ? 1 : 2 }
        for level in [2, 1] {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
                order[start..<end].reverse()
                start = end
            }
        }
        return order.map { cells[$0] }
    }

    private static func direction(_ text: String) -> Direction {
        guard let scalar = text.unicodeScalars.first else { return .neutral }
        switch scalar.value {
        case 0x590...0x8FF: return .right
        case 0x30...0x39: return .number
        case 0x2800...0x28FF: return .left
        default: return scalar.properties.isAlphabetic ? .left : .neutral
        }
    }

    private static func resolved(_ given: [Direction]) -> [Direction] {
        var directions = given
        // Numbers after Latin text are part of it (W7).
        var strong = Direction.left
        for index in directions.indices {
            if directions[index] == .number, strong == .left { directions[index] = .left }
            if given[index] == .left || given[index] == .right { strong = given[index] }
        }
        // What has no direction has that of both neighbours if they agree, otherwise the line's (N1, N2).
        var index = 0
        while index < directions.count {
            guard directions[index] == .neutral else {
                index += 1
                continue
            }
            let end = directions[index...].firstIndex { $0 != .neutral } ?? directions.count
            let isRight =
                index > 0 && directions[index - 1] != .left && end < directions.count && directions[end] != .left
            for neutral in index..<end { directions[neutral] = isRight ? .right : .left }
            index = end
        }
        return directions
    }
}
