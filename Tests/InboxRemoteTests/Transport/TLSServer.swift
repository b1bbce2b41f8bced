import Foundation
import Glibc

/// A TLS server on a free port of 127.0.0.1 with its own certificate, run by the `openssl` command. It answers
/// every request with a fixed page, or sends whatever the test says.
final class TLSServer {
    static let command = "/usr/bin/openssl"
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: command) }

    /// PEM; must be trusted for a connection to succeed.
    let certificate: String
    let port: Int
    private let folder: URL
    private let process: Process
    /// Sends the test's text on the first connection; nil if the server answers by itself.
    private let voice: FileHandle?
    /// What the server receives and logs.
    private let output: FileHandle

    /// - Parameters:
    ///   - name: the subject of the certificate in OpenSSL's syntax: `IP:127.0.0.1`.
    ///   - days: the first and last day of the certificate, `20200101`.
    ///   - hasVoice: whether the test sends the answer with `say`.
    ///   - arguments: additional arguments for `openssl s_server`.
    init(
        name: String, days: (String, String) = ("20200101", "20491231"), hasVoice: Bool = false,
        arguments: [String] = []
    )
        throws
    {
        folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(TLSServer.settings(name: name).utf8).write(to: folder.appending(path: "ca.cnf"))
        try Data().write(to: folder.appending(path: "index.txt"))
        try TLSServer.run(
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                "key.pem",
            ]
                + ["-out", "request.pem", "-subj", "/CN=Maraca test"], in: folder)
        try TLSServer.run(
            ["ca", "-batch", "-selfsign", "-config", "ca.cnf", "-keyfile", "key.pem", "-in", "request.pem", "-notext"]
                + ["-out", "certificate.pem", "-create_serial", "-startdate", days.0 + "000000Z"]
                + ["-enddate", days.1 + "000000Z"], in: folder)
        certificate = folder.appending(path: "certificate.pem").path(percentEncoded: false)

        let output = Pipe()
        self.output = output.fileHandleForReading
        process = TLSServer.process(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem"]
                + (hasVoice ? [] : ["-www"]) + arguments,
            in: folder, output: output)
        let input = Pipe()
        if hasVoice { process.standardInput = input }
        voice = hasVoice ? input.fileHandleForWriting : nil
        try process.run()
        var text = ""
        while !text.contains("ACCEPT 127.0.0.1:") || !text.hasSuffix("\n") {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { throw POSIXError(.ECONNABORTED) }
            text += String(decoding: piece, as: UTF8.self)
        }
        let digits = text.components(separatedBy: "ACCEPT 127.0.0.1:")[1].prefix { $0.isWholeNumber }
        port = Int(digits) ?? 0
    }

    /// Sends the text, and ends the connection once it has received a request. No part of the text may begin with a letter that is
    /// a command to `openssl`. Returns at once.
    func sayAndEnd(_ text: String) {
        Thread.detachNewThread { [voice, output] in
            try? voice?.write(contentsOf: Data(text.utf8))
            // Closing a connection with unread data resets it, and the sent data is lost.
            var heard = Data()
            while heard.range(of: Data("\r\n\r\n".utf8)) == nil {
                let piece = output.availableData
                guard !piece.isEmpty else { break }
                heard += piece
            }
            try? voice?.close()
        }
    }

    func stop() {
        // The threads of tests block SIGTERM, and child processes inherit that.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ arguments: [String], in folder: URL) throws {
        let process = process(arguments, in: folder, output: nil)
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw POSIXError(.EINVAL) }
    }

    private static func process(_ arguments: [String], in folder: URL, output: Pipe?) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: command)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        if let output { process.standardOutput = output } else { process.standardOutput = FileHandle.nullDevice }
        return process
    }

    private static func settings(name: String) -> String {
        """
        [ca]
        default_ca = own
        [own]
        database = index.txt
        new_certs_dir = .
        serial = serial.txt
        default_md = sha256
        policy = any
        x509_extensions = extensions
        [any]
        commonName = supplied
        [extensions]
        basicConstraints = critical, CA:true
        subjectAltName = \(name)
        """
    }
}
