import Foundation

/// The reason why the embedded server cannot start, worded for the person who started it.
package enum ServerError: Error, Equatable, Sendable, CustomStringConvertible {
    case portTaken(Int)
    case cannotListen(port: Int, reason: String)
    case fileNotReadable(path: String, reason: String)
    case notAMaildir(path: String)
    case maildirNeedsFolders
    /// The data file has the mail of another Maildir, or of none if `known` is nil.
    case maildirIsAnother(path: String, known: String?)
    case dataFileTooNew(path: String)
    case dataFileInUse(path: String)
    case dataFileUnusable(path: String, reason: String)
    case dataFileIsOfAnotherKind(path: String, hasLabels: Bool)
    case badAddress(String)
    case badCommand(String)
    case alreadyStarted

    package var description: String {
        switch self {
        case .portTaken(let port):
            "Port \(port) is in use by another program. Choose another one, or 0 for any that is free."
        case .cannotListen(let port, let reason):
            "The server can't listen on 127.0.0.1:\(port): \(Self.sentence(reason))"
        case .fileNotReadable(let path, let reason):
            "\(path) can't be read: \(Self.sentence(reason))"
        case .notAMaildir(let path):
            "\(path) is not a Maildir: it has neither a folder “cur” nor one named “new”."
        case .maildirNeedsFolders:
            "A Maildir has folders: it can't be kept in step with labels. Leave --labels out."
        case .maildirIsAnother(let path, let known?):
            "The data file is in step with \(known), not with \(path): take another data file for it."
        case .maildirIsAnother(let path, nil):
            "The data file has mail already, which is not from \(path): take a new data file for it."
        case .dataFileTooNew(let path):
            "\(path) was written by a newer version; it is left as it is. Use that version, or another data file."
        case .dataFileInUse(let path):
            "The data file \(path) is open in another server. Stop that one, or use another data file."
        case .dataFileUnusable(let path, let reason):
            "The data file \(path) can't be used: \(Self.sentence(reason))"
        case .dataFileIsOfAnotherKind(let path, let hasLabels):
            "The account in \(path) has \(hasLabels ? "labels" : "folders"); start the server \(hasLabels ? "with" : "without") --labels, or with another data file."
        case .badAddress(let address):
            "“\(address)” is not a mail address."
        case .badCommand(let command):
            "The command “\(command)” can't be run."
        case .alreadyStarted:
            "This server has been started before; create a new one."
        }
    }
}

extension ServerError {
    /// Returns the reason with exactly one full stop.
    private static func sentence(_ reason: String) -> String { reason.hasSuffix(".") ? reason : reason + "." }

    /// Returns why the system did not open something.
    static func words(_ code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file"
        case ENOTDIR: "a part of its path is not a folder"
        case EISDIR: "it is a folder"
        case EACCES, EPERM: "you may not open it"
        case ENOSPC: "the disk is full"
        case EDQUOT: "your quota on the disk is used up"
        case EROFS: "the disk can't be written to"
        default: String(cString: strerror(code))
        }
    }

    /// Returns why a data file is unusable; otherwise nil.
    static func dataFile(_ path: String) -> ServerError? {
        var info = stat()
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT != S_IFDIR else {
                return .dataFileUnusable(path: path, reason: "it is a folder")
            }
            guard access(path, R_OK | W_OK) == 0 else {
                return .dataFileUnusable(path: path, reason: "you may not read and write it")
            }
            return nil
        }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard stat(folder, &info) == 0 else {
            return .dataFileUnusable(path: path, reason: "there is no folder \(folder)")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            return .dataFileUnusable(path: path, reason: "you may not create files in \(folder)")
        }
        return nil
    }
}
