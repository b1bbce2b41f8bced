import Foundation

/// What a command was given on its standard input, and nobody else has: where it is not queued nor kept as a draft it goes into a
/// file, as mailx keeps a dead letter (S-1).
package struct UnsentText: Sendable {
    private let bytes: [UInt8]
    /// Where the file may lie, the best place first.
    private let folders: [String]
    /// Nobody types more.
    private static let mostTold = 1 << 20

    /// - Parameter input: what it was read from.
    /// - Returns: nil where there is nothing to keep: no text, or a file that has it still.
    package init?(_ bytes: [UInt8], from input: Int32, folders: [String]) {
        var info = stat()
        // What a shell was given with << lies in a file without a name, and is gone with the command.
        let isFile = fstat(input, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && info.st_nlink > 0
        guard !isFile, !bytes.allSatisfy({ UnicodeScalar($0).properties.isWhitespace }) else { return nil }
        (self.bytes, self.folders) = (bytes, folders)
    }

    /// Those that were kept in a folder and are still there.
    package static func kept(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.wholeMatch(of: /unsent( \(\d+\))?\.txt/) != nil }.sorted()
            .map { (folder as NSString).appendingPathComponent($0) }
    }

    /// Writes it into a file, for its owner alone.
    /// - Returns: lines that say where it is; where no folder takes it, it stands in them itself.
    package func keep() -> [String] {
        for folder in folders {
            guard let name = try? FileSaver(folder: folder).save(bytes, as: "unsent.txt") else { continue }
            return ["the text is kept in \((folder as NSString).appendingPathComponent(name))"]
        }
        let isLong = bytes.count > Self.mostTold
        let text = String(decoding: bytes.prefix(Self.mostTold), as: UTF8.self)
        return ["there is no room for a copy of the text, which \(isLong ? "begins" : "is"):", ""]
            + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
