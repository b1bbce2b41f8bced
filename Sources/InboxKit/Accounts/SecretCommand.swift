import Foundation

/// A shell line from the user's own configuration that prints a secret.
package struct SecretCommand: Sendable {
    private let command: String
    private let limit: Duration

    /// - Parameter limit: after that it is ended; long enough for someone who is asked for a passphrase.
    package init(command: String, limit: Duration = .seconds(120)) {
        self.command = command
        self.limit = limit
    }

    package func run() async throws(SecretError) -> String {
        let result = await withCheckedContinuation { continuation in
            // It waits all the time, which a thread of the shared pool must not.
            Foundation.Thread.detachNewThread { continuation.resume(returning: runHere()) }
        }
        return try result.get()
    }

    private func runHere() -> Result<String, SecretError> {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch {
            return .failure(.commandFailed(status: 127, output: error.localizedDescription))
        }
        var (secret, complaint) = (Reading(output), Reading(errors))
        let end = ContinuousClock.now + limit
        var status: Int32?
        // Both are read as they come: who fills one pipe while the other is waited for never ends.
        while !secret.isAtEnd || !complaint.isAtEnd {
            if status == nil { status = Self.exitStatus(of: process) }
            let cameMore = Reading.wait(&secret, &complaint, milliseconds: status == nil ? 50 : 0)
            // What it left running in the background may hold the pipes for ever.
            if status != nil, !cameMore { break }
            guard ContinuousClock.now < end else {
                kill(process.processIdentifier, SIGKILL)
                return .failure(.commandFailed(status: 128 + SIGKILL, output: "it took longer than \(limit)"))
            }
        }
        if status == nil { process.waitUntilExit() }
        let ended = status ?? process.terminationStatus
        guard ended == 0 else {
            let words = String(decoding: complaint.bytes.prefix(500), as: UTF8.self)
            return .failure(.commandFailed(status: ended, output: words))
        }
        let text = String(decoding: secret.bytes, as: UTF8.self)
        guard let line = text.split(separator: "\n").first, !line.isEmpty else { return .failure(.missing) }
        return .success(String(line))
    }
}

extension SecretCommand {
    /// Nil while it runs. Foundation takes a program for running until all that it started has ended too.
    private static func exitStatus(of process: Process) -> Int32? {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(process.processIdentifier), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
            return process.isRunning ? nil : process.terminationStatus
        }
        guard info._sifields._sigchld.si_pid != 0 else { return nil }
        let status = info._sifields._sigchld.si_status
        return info.si_code == Int32(CLD_EXITED) ? status : 128 + status
    }
}

/// What comes out of one pipe, the begin of it; the rest is read and dropped.
private struct Reading {
    private static let most = 1 << 20

    private let pipe: Pipe
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    init(_ pipe: Pipe) {
        self.pipe = pipe
    }

    private var file: Int32 { pipe.fileHandleForReading.fileDescriptor }

    /// Waits until something comes from either, or ends.
    /// - Returns: whether something did.
    static func wait(_ first: inout Reading, _ second: inout Reading, milliseconds: Int32) -> Bool {
        var files = [first, second].map { pollfd(fd: $0.isAtEnd ? -1 : $0.file, events: Int16(POLLIN), revents: 0) }
        guard poll(&files, 2, milliseconds) > 0 else { return false }
        if files[0].revents != 0 { first.take() }
        if files[1].revents != 0 { second.take() }
        return true
    }

    private mutating func take() {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(file, &part, part.count)
        if count < 0, errno == EINTR { return }
        guard count > 0 else { return isAtEnd = true }
        bytes += part.prefix(min(count, Self.most - bytes.count))
    }
}
