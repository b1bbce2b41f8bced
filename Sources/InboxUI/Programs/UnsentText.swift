import Foundation

/// A command's standard input that exists nowhere else. When the text is neither queued nor kept as a draft, it goes into a
/// file, as mailx keeps a dead letter (S-1).
package struct UnsentText: Sendable {
    private let bytes: [UInt8]
    /// The folders that the file may go to, the best first.
    private let folders: [String]
    /// The most bytes of the text that are repeated on the terminal; nobody types more.
    private static let mostTold = 1 << 20

    /// - Parameter input: the descriptor that the text was read from.
    /// - Returns: nil where there is nothing to keep: no text, or a file that still has it.
    package init?(_ bytes: [UInt8], from input: Int32, folders: [String]) {
        var info = stat()
        // A here-document (<<) of a shell is a file without a name, which is gone when the command ends.
        let isFile = fstat(input, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && info.st_nlink > 0
        guard !isFile, !bytes.allSatisfy({ UnicodeScalar($0).properties.isWhitespace }) else { return nil }
        (self.bytes, self.folders) = (bytes, folders)
    }

    /// Returns the files in a folder that texts were kept in.
    package static func kept(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.wholeMatch(of: /unsent( \(\d+\))?\.txt/) != nil }.sorted()
            .map { (folder as NSString).appendingPathComponent($0) }
    }

    /// Writes the text into a file that only its owner can read.
    /// - Returns: lines that say where the file is, or that hold the text itself where no folder takes it.
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
