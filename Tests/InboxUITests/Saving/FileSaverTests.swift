import Foundation
import Programs
import Testing
import TestSupport

@testable import InboxUI

@Suite("Saving files")
struct FileSaverTests {
    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(
        "F-2: a taken name gets a number and no file is overwritten, on every kind of file system",
        arguments: FileBeingSaved.Naming.allCases)
    func numbers(naming: FileBeingSaved.Naming) throws {
        let folder = try TemporaryFolder()
        var saver = FileSaver(folder: folder.path)
        saver.namings = [naming]
        let saved = try (1...3).map { try saver.save([UInt8($0)], as: "report.pdf") }
        #expect(saved == ["report.pdf", "report (2).pdf", "report (3).pdf"])
        for (index, name) in saved.enumerated() {
            #expect(FileManager.default.contents(atPath: folder.file(name)) == Data([UInt8(index + 1)]))
            #expect(try folder.mode(name) == 0o600)
        }
        #expect(try names(folder).count == 3)
    }

    @Test(
        "an identical file gets no second copy, even if it is the second of its name",
        arguments: FileBeingSaved.Naming.allCases)
    func same(naming: FileBeingSaved.Naming) throws {
        let folder = try TemporaryFolder()
        var saver = FileSaver(folder: folder.path)
        saver.namings = [naming]
        func save(_ bytes: [UInt8]) throws -> String {
            let file = try saver.begin()
            _ = file.write(bytes)
            let name = try file.finish(as: "a.txt")
            return file.wasThere ? "\(name) is there" : name
        }
        let long = [UInt8](repeating: 7, count: 200_000)
        #expect(try save([1, 2]) == "a.txt")
        #expect(try save(long) == "a (2).txt")
        #expect(try save(long) == "a (2).txt is there")
        #expect(try save([1, 2]) == "a.txt is there")
        #expect(try save(long.dropLast() + [8]) == "a (3).txt")
        #expect(try names(folder) == ["a (2).txt", "a (3).txt", "a.txt"])
    }

    @Test(
        "F-2: a planted link is not followed, on any kind of file system",
        arguments: FileBeingSaved.Naming.allCases)
    func links(naming: FileBeingSaved.Naming) throws {
        let folder = try TemporaryFolder()
        let victim = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a.txt"), withDestinationPath: victim.file("a.txt"))
        var saver = FileSaver(folder: folder.path)
        saver.namings = [naming]
        #expect(try saver.save([1], as: "a.txt") == "a (2).txt")
        try Data([2]).write(to: URL(filePath: victim.file("b.txt")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("b.txt"), withDestinationPath: victim.file("b.txt"))
        #expect(try saver.save([2], as: "b.txt") == "b (2).txt", "not even where it leads to the same")
        try FileManager.default.removeItem(atPath: victim.file("b.txt"))
        #expect(try names(victim).isEmpty)
    }

    @Test("a file written in pieces gets its name when complete; an incomplete file leaves nothing")
    func pieces() throws {
        let folder = try TemporaryFolder()
        let whole = try FileSaver(folder: folder.path).begin()
        #expect(whole.write([1, 2]) && whole.write([3]))
        #expect(try names(folder).allSatisfy { $0.hasPrefix(".") })
        #expect(try whole.finish(as: "a.bin") == "a.bin")
        #expect(FileManager.default.contents(atPath: folder.file("a.bin")) == Data([1, 2, 3]))
        #expect(!whole.write([4]), "it is closed")
        var cut: FileBeingSaved? = try FileSaver(folder: folder.path).begin()
        #expect(cut?.write([9]) == true)
        cut = nil
        #expect(try names(folder) == ["a.bin"])
    }

    @Test("a save ended by a signal leaves nothing: a file has no name until it is whole, if the system allows")
    func unnamed() throws {
        let folder = try TemporaryFolder()
        let directory = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(directory) }
        guard let probe = Renaming.openUnnamed(in: directory) else { return }
        close(probe)
        let begun = try FileSaver(folder: folder.path).begin()
        #expect(begun.write([1, 2]))
        #expect(try names(folder) == [])
        #expect(try begun.finish(as: "a.bin") == "a.bin")
        #expect(try names(folder) == ["a.bin"])
        #expect(FileManager.default.contents(atPath: folder.file("a.bin")) == Data([1, 2]))
    }

    @Test("a missing folder is created, closed to others")
    func makes() throws {
        let folder = try TemporaryFolder()
        _ = try FileSaver(folder: folder.file("new/inner")).save([], as: "empty")
        #expect(try folder.mode("new/inner") == 0o700)
        #expect(try folder.mode("new/inner/empty") == 0o600)
    }

    @Test("a folder that can't be used is named in the error")
    func refuses() throws {
        let folder = try TemporaryFolder()
        _ = try FileSaver(folder: folder.path).save([1], as: "file")
        #expect {
            try FileSaver(folder: folder.file("file")).save([1], as: "x")
        } throws: { error in
            guard case .noFolder(let path, _) = error as? SaveError else { return false }
            return path == folder.file("file")
        }
        #expect(try names(folder) == ["file"])
    }
}
