/// Why the embedded server cannot start, in words for the one who started it.
public enum ServerError: Error, Equatable, Sendable, CustomStringConvertible {
    case portTaken(Int)
    case cannotListen(port: Int, reason: String)
    case fileNotReadable(path: String, reason: String)
    case notAMaildir(path: String)
    case dataFileTooNew(path: String)
    case dataFileInUse(path: String)
    case dataFileUnusable(path: String, reason: String)
    case dataFileIsOfAnotherKind(path: String, hasLabels: Bool)
    case badAddress(String)
    case badCommand(String)
    case alreadyStarted

    public var description: String {
        switch self {
        case .portTaken(let port):
            "Port \(port) is taken by another program. Choose another one, or 0 for any that is free."
        case .cannotListen(let port, let reason):
            "The server cannot listen on 127.0.0.1:\(port): \(reason)."
        case .fileNotReadable(let path, let reason):
            "\(path) cannot be read: \(reason)."
        case .notAMaildir(let path):
            "\(path) is no Maildir: it has neither a folder “cur” nor one named “new”."
        case .dataFileTooNew(let path):
            "\(path) was written by a newer version; it is left as it is. Use that version, or another data file."
        case .dataFileInUse(let path):
            "The data file \(path) is open in another server. Stop that one, or use another data file."
        case .dataFileUnusable(let path, let reason):
            "The data file \(path) cannot be used: \(reason)."
        case .dataFileIsOfAnotherKind(let path, let hasLabels):
            "The account in \(path) has \(hasLabels ? "labels" : "folders"); start the server \(hasLabels ? "with" : "without") --labels, or with another data file."
        case .badAddress(let address):
            "“\(address)” is no mail address."
        case .badCommand(let command):
            "The command “\(command)” cannot be run."
        case .alreadyStarted:
            "This server has been started before; make a new one."
        }
    }
}
