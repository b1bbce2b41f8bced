import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

/// The address and the server that `account add` is given, as the login screen would take them.
extension AccountCommand.Add {
    /// Throws if the address or the server can't be one. The address becomes the sender of what is written.
    func checkPlaces() throws {
        if let flaw = Self.flaw(address: address) { throw ValidationError(flaw) }
        if let url, let flaw = server.flatMap(ServerAddress.flaw) {
            throw ValidationError("--url takes the address of a server, not “\(Output.clean(url))”: \(flaw).")
        }
        if let wantedDialect, let server, (wantedDialect == .imap) != SignIn.isIMAP(server) {
            throw ValidationError(
                "--protocol \(wantedDialect.rawValue) does not go with --url \(Output.clean(server)).")
        }
    }

    /// What the server must speak; nil finds out.
    var wantedDialect: Account.Dialect? { dialect.flatMap { Account.Dialect(rawValue: $0) } }

    /// The URL of the server, with the scheme that was left out; that of a feed's file, if there is one of that name.
    var server: String? {
        guard let url else { return nil }
        if dialect == nil || dialect == Account.Dialect.feed.rawValue {
            var isFolder: ObjCBool = false
            let path = (url as NSString).expandingTildeInPath
            // An account works from every folder.
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
                return URL(filePath: path).absoluteURL.path(percentEncoded: false)
            }
        }
        return ServerAddress.url(url, speaking: wantedDialect)
    }

    /// Finds the sign-in methods of a server of another domain, if the user confirms it. Without a terminal, it has to be named.
    func lookUp(foreign url: String, _ signIn: SignIn) async throws -> SignInWays {
        let place = Output.clean(url)
        let news = "The domain of \(address) names a server that is not its own: \(place)"
        guard Output.confirms([news], "Sign in there? Only if you know it.") else {
            throw CommandFailure(
                message: "The domain of \(address) names a server that is not its own. If you know it: --url '\(place)'"
            )
        }
        do throws(RemoteError) { return try await signIn.ways(of: url) } catch {
            throw CommandFailure(message: Wording.signIn(error, isInBrowser: oauth))
        }
    }

    /// Says what a well-known provider wants as the secret, before the user is asked for it.
    func tellWhatIsWanted(at url: String) throws {
        guard let provider = MailProvider.of(server: url), let advice = Wording.advice(provider) else { return }
        let isGiven = passwordCommand != nil || passwordStdin
        if provider.secret == .accessToken, !isGiven { throw CommandFailure(message: advice) }
        if !isGiven { Output.note(advice) }
    }

    /// Says that nothing can be sent, where no server for that is known.
    func tellIfOnlyRead(_ account: Account) {
        guard SignIn.lacksSender(account.url), let remedy = Wording.sender(of: account) else { return }
        Output.note("No server was found that sends its mail, which can only be read. \(remedy)")
    }

    /// Returns why a text is not an address, and what to give instead; nil when it is one.
    private static func flaw(address: String) -> String? {
        if AccountAddress.isValid(address) { return nil }
        if let only = AccountAddress.within(address) {
            let name = only.name.isEmpty ? "" : "; the name goes after --name"
            return "Give the address alone: \(only.address)\(name)."
        }
        return "“\(Output.clean(address))” is not a mail address, such as ann@example.test."
    }
}
