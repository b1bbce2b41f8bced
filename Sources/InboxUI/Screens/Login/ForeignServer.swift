import InboxKit
import MailContent

/// A server that the user did not name, and has to confirm.
enum ForeignServer {
    /// Says where it comes from. The field may be too narrow for a URL with two hosts, so these are named.
    /// - Parameters:
    ///   - place: The address or the URL that led there; nil while signing in.
    static func question(_ url: String, at place: String?) -> String {
        let hosts = SignIn.mailHosts(of: url)
        guard let domain = place?.split(separator: "@").last.map(String.init), place?.contains("://") == false else {
            return
                "the mail seems to be on \(words(hosts)): if you know \(hosts.count > 1 ? "them" : "it"), press Enter"
        }
        let foreign = hosts.filter { $0 != domain.lowercased() && !$0.hasSuffix("." + domain.lowercased()) }
        let isOne = foreign.count < 2
        return "\(CleanText.line(domain)) names \(words(foreign)), which \(isOne ? "is" : "are") not its own: "
            + "if you know \(isOne ? "it" : "them"), press Enter"
    }

    private static func words(_ hosts: [String]) -> String {
        hosts.isEmpty ? "this server" : hosts.map(CleanText.line).joined(separator: " and ")
    }
}
