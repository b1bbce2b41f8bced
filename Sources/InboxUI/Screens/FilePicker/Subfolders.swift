import Foundation
import Synchronization

/// The entries of all folders below a folder. Read once for each starting folder, nearer folders first, and only as deep and as many as
/// is quick. Skips names that begin with a dot, and links, which may form cycles.
final class Subfolders: Sendable {
    private struct Name {
        /// The path relative to the starting folder: `reports/rent.pdf`.
        var path: String
        var last: String
    }

    private static let deepest = 5
    private static let mostNames = 10_000
    private static let mostFound = 100

    private let known = Mutex<(folder: String, names: [Name])?>(nil)

    /// Returns the entries whose own names match the letters, best first; of equal matches the nearer. Empty when cancelled.
    func matching(_ letters: String, below folder: String) -> [FileFolder.Entry] {
        guard !letters.isEmpty, !letters.hasPrefix("."), !letters.contains("/"), let names = names(below: folder) else {
            return []
        }
        let best = FuzzyMatch.best(names, for: letters, name: \.last)
        // Among so many names some contain the letters by chance, so names with adjacent letters come first.
        func isWhole(_ name: Name) -> Bool {
            name.last.range(of: letters, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
        return (best.filter(isWhole) + best.filter { !isWhole($0) }).prefix(Self.mostFound).map {
            FileFolder.entry($0.path, in: folder)
        }
    }

    /// - Returns: Nil when cancelled.
    private func names(below folder: String) -> [Name]? {
        if let known = known.withLock({ $0 }), known.folder == folder { return known.names }
        var names: [Name] = []
        var level = [""]
        for depth in 0...Self.deepest where !level.isEmpty {
            var next: [String] = []
            for place in level {
                guard !Task.isCancelled else { return nil }
                for url in Self.contents(of: place.isEmpty ? folder : folder + "/" + place) {
                    guard names.count < Self.mostNames else { return keep(names, folder) }
                    let path = place.isEmpty ? url.lastPathComponent : place + "/" + url.lastPathComponent
                    if depth > 0 { names.append(Name(path: path, last: url.lastPathComponent)) }
                    let values = try? url.resourceValues(forKeys: Self.keys)
                    if values?.isDirectory == true, values?.isSymbolicLink != true { next.append(path) }
                }
            }
            level = next
        }
        return keep(names, folder)
    }

    private func keep(_ names: [Name], _ folder: String) -> [Name] {
        known.withLock { $0 = (folder, names) }
        return names
    }

    private static let keys: Set<URLResourceKey> = [.isDirectoryKey, .isSymbolicLinkKey]

    private static func contents(of path: String) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: path), includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
        return (found ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
