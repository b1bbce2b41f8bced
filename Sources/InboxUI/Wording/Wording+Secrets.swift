import Foundation
public import InboxKit

extension Wording {
    /// Says how a password or token is kept, and what to do where others can read it.
    public static func finding(_ keeping: SecretKeeping) -> (text: String, isGood: Bool) {
        switch keeping {
        case .command(let program):
            return ("the command \(line(program)) prints the password; no file holds it", true)
        case .missing(let path): return ("there is no password in \(line(path)); sign in again", false)
        case .file(let file):
            let what = file.holdsTokens ? "tokens of a sign-in with a browser" : "the password"
            let path = line(file.path)
            let mode = "mode " + String(format: "%04o", file.mode)
            if file.isPrivate { return ("\(what) in \(path), \(mode), for you alone", true) }
            if !file.isOwn { return ("\(path) is a link, or not yours: remove it, and sign in again", false) }
            return ("\(what) in \(path), \(mode), which is open to others; close it: chmod 600 \(path)", false)
        }
    }
}
