import Foundation

/// The page that a file begins with: a header, and the root of the list of tables (SQLite file format §1.3, §1.6).
struct FirstPage {
    private let header: Data

    /// Copies the header of an intact file: page size, text encoding and the like are the same in all our files. SQLite takes
    /// the size from the file system, because the version number of the size differs from that of the content. No page is free.
    /// - Parameter model: an intact store file.
    init(of model: String) throws {
        let source = try FileHandle(forReadingFrom: URL(filePath: model))
        defer { try? source.close() }
        guard var header = try source.read(upToCount: Self.headerSize), header.count == Self.headerSize else {
            throw StoreError.corrupt(path: model)
        }
        header.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        header.replaceSubrange(92..<96, with: [0xFF, 0xFF, 0xFF, 0xFF])
        self.header = header
    }

    private static let headerSize = 100

    func writeHeader(to path: String) throws { try Self.write(header, to: path) }

    /// Writes the whole page, with an empty list of tables.
    func write(to path: String) throws {
        let size = [header[16], header[17]]
        var page = header
        // A leaf without cells, whose content begins at the end of the page.
        page.append(contentsOf: [0x0D, 0, 0, 0, 0] + size + [0])
        page.append(Data(count: Int(size[0]) * 256 + Int(size[1]) - page.count))
        try Self.write(page, to: path)
    }

    private static func write(_ bytes: Data, to path: String) throws {
        let target = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? target.close() }
        try target.write(contentsOf: bytes)
    }
}
