import CNcurses

/// The environment variables of this process.
enum ProcessEnvironment {
    static var all: [String: String] {
        var found: [String: String] = [:]
        guard var entry = cnc_environment() else { return found }
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { found[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return found
    }
}
