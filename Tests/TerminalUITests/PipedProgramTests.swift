import Foundation
import Glibc
import Programs
import TestSupport
import Testing

@testable import TerminalUI

@UI
@Suite("Programs with piped input", .timeLimit(.minutes(10)))
struct PipedProgramTests {
    private func run(_ line: String, input: [UInt8] = [], limit: Duration = .seconds(600)) async throws
        -> PipedProgram.Result
    {
        try await PipedProgram.run(
            ["/bin/sh", "-c", line], input: input, environment: ["MARACA_TEST": "a b\"c"], limit: limit)
    }

    @Test("a script that is still open for writing begins once it is closed")
    func busy() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("script")
        try Data("#!/bin/sh\necho ready\n".utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o700) == 0)
        let file = open(path, O_WRONLY | O_CLOEXEC)
        #expect(file >= 0)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { close(file) }
        let result = try await PipedProgram.run([path], input: [], limit: .seconds(60))
        #expect(result.output == Array("ready\n".utf8))
    }

    @Test("a program reads all input, and its output and exit status are returned")
    func pipes() async throws {
        let input = Array(String(repeating: "a line\n", count: 100_000).utf8)
        let result = try await run("cat; echo trouble >&2; exit 3", input: input)
        #expect(result.status == 3 && result.ending == .byItself)
        #expect(result.output == input)
        #expect(String(decoding: result.errors, as: UTF8.self) == "trouble\n")
    }

    @Test("a caller can raise the output limit above a megabyte, so that large files are whole")
    func large() async throws {
        let arguments = ["/bin/sh", "-c", "head -c 3000000 /dev/zero"]
        let cut = try await PipedProgram.run(arguments, limit: .seconds(600))
        let whole = try await PipedProgram.run(arguments, limit: .seconds(600), mostRead: PipedProgram.mostPrinted)
        #expect(cut.output.count == PipedProgram.mostRead && whole.output.count == 3_000_000)
    }

    @Test("programs that read nothing or do not exist block nothing")
    func careless() async throws {
        #expect(try await run("true", input: Array(repeating: 65, count: 1 << 20)).status == 0)
        #expect(try await run("no-such-program-here").status == 127)
        await #expect(throws: ProgramError.self) {
            try await PipedProgram.run(["/no/such/program"], input: [], limit: .seconds(1))
        }
    }

    @Test("F-7: programs inherit no open file")
    func files() async throws {
        let held = open("/dev/null", O_RDONLY)
        defer { close(held) }
        // The fourth is the directory that `ls` reads.
        #expect(String(decoding: try await run("ls /proc/self/fd").output, as: UTF8.self) == "0\n1\n2\n3\n")
    }

    @Test("a program runs at the priority of the process, not of the starting thread")
    func priority() async {
        let ofProcess = Int32(PRIO_PROCESS.rawValue)
        let usual = getpriority(ofProcess, id_t(getpid()))
        let printed = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                // Works only as root; as another user the thread keeps the usual priority.
                _ = setpriority(ofProcess, 0, usual - 3)
                let file = ChildProgram.memoryFile()
                defer { close(file) }
                guard let program = try? ChildProgram(["nice"], files: (-1, file, -1)) else {
                    return continuation.resume(returning: "not started")
                }
                while (try? program.ending()) == nil { usleep(1_000) }
                var bytes = [UInt8](repeating: 0, count: 16)
                let count = pread(file, &bytes, bytes.count, 0)
                continuation.resume(returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
        }
        #expect(printed == "\(usual)\n")
    }

    @Test("a program that takes too long is killed, even if it traps SIGTERM")
    func limit() async throws {
        // On a busy machine, the shell may take longer than that to begin.
        for limit in [50, 1_000, 20_000] {
            let result = try await run(
                "trap '' TERM; echo begun; while :; do :; done", limit: .milliseconds(limit))
            #expect(result.ending == .tookTooLong)
            guard !result.output.isEmpty else { continue }
            #expect(result.status == 137)
            #expect(String(decoding: result.output, as: UTF8.self) == "begun\n")
            return
        }
        Issue.record("the program never began")
    }

    @Test("a cancelled program is ended at once, with its children")
    func cancelled() async throws {
        // The shell and its child hold the pipe's writing end, which closes when both have ended.
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let fifo = "/proc/\(getpid())/fd/\(ends[1])"
        let task = Task {
            try await run("exec 3>\(fifo); echo begun >&3; sleep 3000 & sleep 3000")
        }
        var byte: UInt8 = 0
        #expect(await Self.read(ends[0]) == 1)
        close(ends[1])
        task.cancel()
        #expect(try await task.value.ending == .cancelled)
        repeat { byte = await Self.read(ends[0]) } while byte == 1
        close(ends[0])
    }

    /// Reads a byte, or the end, on a separate thread.
    private nonisolated static func read(_ file: Int32) async -> UInt8 {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                var byte: UInt8 = 0
                done.resume(returning: Glibc.read(file, &byte, 1) == 1 ? 1 : 0)
            }
        }
    }

    @Test("a program that prints without end is ended")
    func endless() async throws {
        let result = try await run("yes")
        #expect(result.ending == .printedTooMuch && result.output.count == 1 << 20)
    }

    @Test("the shell does not interpret environment values")
    func environment() async throws {
        #expect(String(decoding: try await run("printf %s \"$MARACA_TEST\"").output, as: UTF8.self) == "a b\"c")
    }

    @Test("T-2: a title or notice contains no control character")
    func titles() {
        for text in [TerminalModes.title("a\u{1B}]52;c;x\u{07}\u{9C}\u{202E}\nb"), TerminalModes.notice("x\u{1B}\\y")] {
            let inner = text.unicodeScalars.dropFirst(2).dropLast(2)
            #expect(inner.allSatisfy { $0.properties.generalCategory != .control && $0.value != 0x202E })
        }
    }

    @Test("T-3: no name begins a notice with a number, by which terminals take it for another order")
    func numberedNotices() {
        #expect(TerminalModes.notice("6;Shell(\"calc\"): Hello") == "\u{1B}]9; 6;Shell(\"calc\"): Hello\u{1B}\\")
        #expect(TerminalModes.notice("Ann: 4;1;50") == "\u{1B}]9;Ann: 4;1;50\u{1B}\\")
    }
}
