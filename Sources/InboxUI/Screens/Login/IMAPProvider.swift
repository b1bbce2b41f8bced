/// Providers known to support only IMAP, so that users with an address there need not wait for a search.
package enum IMAPProvider {
    private static let domains = [
        "gmail.com": "Gmail", "googlemail.com": "Gmail", "icloud.com": "iCloud", "me.com": "iCloud",
        "mac.com": "iCloud", "msn.com": "Outlook", "ymail.com": "Yahoo", "rocketmail.com": "Yahoo", "aol.com": "AOL",
        "web.de": "WEB.DE", "t-online.de": "T-Online", "freenet.de": "freenet",
    ]
    /// The providers that have a domain for each country.
    private static let families = [
        "outlook": "Outlook", "hotmail": "Outlook", "live": "Outlook", "yahoo": "Yahoo", "gmx": "GMX",
    ]

    /// Returns the provider of an address; nil where it is not known to be unsupported.
    static func name(of address: String) -> String? {
        guard let at = address.lastIndex(of: "@") else { return nil }
        let domain = address[address.index(after: at)...].lowercased()
        if let name = domains[domain] { return name }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        // Matches `yahoo.fr` and `yahoo.co.uk`, but not other people's domains.
        let isCountry = labels.last.map { 2...3 ~= $0.count } == true
        guard isCountry, labels.count == 2 || labels.count == 3 && ["co", "com"].contains(labels[1]) else { return nil }
        return families[String(labels[0])]
    }

    /// Returns a sentence that such an address is unsupported; nil where that is not known.
    static func refusal(_ address: String) -> String? {
        name(of: address).map { "\($0) speaks only IMAP, which Maraca doesn't." }
    }

    /// Returns the same sentence with advice.
    /// - Parameter demo: The key of the demo; nil where there is none.
    package static func advice(_ address: String, demo: String? = nil) -> String? {
        guard let refusal = refusal(address) else { return nil }
        let look = demo.map { "\($0) looks around in a demo. " } ?? ""
        return "\(refusal) \(look)With mbsync its mail is served by: maraca serve --sync-maildir DIR"
    }
}
