import Foundation

/// After how many commands a connection breaks: each so many for each kind of server, since all of them take minutes (`BREAKS=1`).
enum Breaks {
    static let step = ProcessInfo.processInfo.environment["BREAKS"].flatMap { Int($0) } ?? 9

    static func of(_ place: Int, _ most: Int) -> StrideTo<Int> { stride(from: place % step, to: most, by: step) }
}
