/// Providers that are known to speak to programs by IMAP only: whoever has an address there need not wait for a search.
package enum IMAPProvider {
    private static let domains = [
        "gmail.com": "Gmail", "googlemail.com": "Gmail", "icloud.com": "iCloud", "me.com": "iCloud",
        "mac.com": "iCloud", "msn.com": "Outlook", "ymail.com": "Yahoo", "rocketmail.com": "Yahoo", "aol.com": "AOL",
        "web.de": "WEB.DE", "t-online.de": "T-Online", "freenet.de": "freenet",
    ]
    /// Those that have one domain for each country.
    private static let families = [
        "outlook": "Outlook", "hotmail": "Outlook", "live": "Outlook", "yahoo": "Yahoo", "gmx": "GMX",
    ]

    /// Whose address it is; nil where that is not known to be out of reach.
    static func name(of address: String) -> String? {
        guard let at = address.lastIndex(of: "@") else { return nil }
        let domain = address[address.index(after: at)...].lowercased()
        if let name = domains[domain] { return name }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        // `yahoo.fr`, `yahoo.co.uk`, and no domain of somebody else.
        let isCountry = labels.last.map { 2...3 ~= $0.count } == true
        guard isCountry, labels.count == 2 || labels.count == 3 && ["co", "com"].contains(labels[1]) else { return nil }
        return families[String(labels[0])]
    }

    /// That such an address is out of reach; nil where it is not known to be.
    static func refusal(_ address: String) -> String? {
        name(of: address).map { "\($0) speaks only IMAP, which Maraca doesn't." }
    }

    /// The same, and what can be done.
    /// - Parameter demo: the key of the demo; nil where there is none.
    package static func advice(_ address: String, demo: String? = nil) -> String? {
        guard let refusal = refusal(address) else { return nil }
        let look = demo.map { "\($0) looks around in a demo. " } ?? ""
        return "\(refusal) \(look)Mail that you export from it as mbox is served by: maraca serve --mbox FILE"
    }
}
