import Foundation

extension Settings {
    /// The path of the user's own certificate authorities; nil where there are none.
    public var certificatePath: String? {
        certificateFile.isEmpty ? nil : NSString(string: certificateFile).expandingTildeInPath
    }

    /// Why the file lets no server be trusted, and the remedy; nil where it can be read.
    public var certificateProblem: String? {
        guard let path = certificatePath else { return nil }
        let remedy = "no server is trusted until that is fixed"
        guard let data = FileManager.default.contents(atPath: path) else {
            return "“certificateFile”: \(path) can't be read; \(remedy)"
        }
        guard data.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) == nil else { return nil }
        return "“certificateFile”: \(path) has no PEM certificate; \(remedy)"
    }
}
