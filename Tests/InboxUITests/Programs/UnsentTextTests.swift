import Foundation
import TestSupport
import Testing

@testable import InboxUI

@Suite("The text of a command that failed")
struct UnsentTextTests {
    private let folder: TemporaryFolder
    private let text = [UInt8]("Dear Bo,\n".utf8)

    init() throws { folder = try TemporaryFolder() }

    /// Provides a pipe as standard input.
    private func piped(_ bytes: [UInt8], _ folders: [String]) -> UnsentText? {
        let pipe = Pipe()
        return withExtendedLifetime(pipe) {
            UnsentText(bytes, from: pipe.fileHandleForReading.fileDescriptor, folders: folders)
        }
    }

    @Test("S-1: the text goes to an owner-only file that replaces no other, and the message names it")
    func kept() throws {
        let other = try #require(piped([UInt8]("Dear Al,\n".utf8), [folder.path])).keep()
        #expect(other == ["the text is kept in \(folder.file("unsent.txt"))"])
        let words = try #require(piped(text, [folder.path + "/"])).keep()
        #expect(words == ["the text is kept in \(folder.file("unsent (2).txt"))"])
        #expect(FileManager.default.contents(atPath: folder.file("unsent (2).txt")) == Data(text))
        #expect(try folder.mode("unsent (2).txt") == 0o600)
    }

    @Test("if a folder takes no file, the next is used; if none does, the text itself is printed")
    func places() throws {
        let missing = "/dev/null/nowhere"
        #expect(piped(text, [missing, folder.path])?.keep() == ["the text is kept in \(folder.file("unsent.txt"))"])
        let told = piped([UInt8]("Dear Bo,\n\nNoon?\n".utf8), [missing])?.keep()
        #expect(told == ["there is no room for a copy of the text, which is:", "", "Dear Bo,", "", "Noon?", ""])
        let long = piped([UInt8](repeating: 97, count: 2 << 20), [missing])?.keep()
        #expect(long?.first == "there is no room for a copy of the text, which begins:" && long?.last?.count == 1 << 20)
    }

    @Test("kept texts are found again, and no other file")
    func found() throws {
        #expect(UnsentText.kept(in: folder.file("nowhere")) == [])
        for name in ["unsent.md", "unsent (two).txt", "my unsent.txt"] {
            try Data(text).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        for more in [".", "!"] { _ = piped(text + more.utf8, [folder.path])?.keep() }
        #expect(UnsentText.kept(in: folder.path) == [folder.file("unsent (2).txt"), folder.file("unsent.txt")])
    }

    @Test("input from a file and blank input get no copy; a shell's deleted temporary file does")
    func needless() throws {
        let path = folder.file("letter.txt")
        try Data(text).write(to: URL(fileURLWithPath: path))
        let file = try #require(FileHandle(forReadingAtPath: path))
        #expect(UnsentText(text, from: file.fileDescriptor, folders: []) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(UnsentText(text, from: file.fileDescriptor, folders: [folder.path]) != nil)
        #expect(piped([], [folder.path]) == nil && piped([UInt8](" \n\t\n".utf8), [folder.path]) == nil)
    }
}
