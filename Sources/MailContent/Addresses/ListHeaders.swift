package import InboxModel

/// Parses what the headers of a mailing list say about answers. Values are unfolded but otherwise raw.
package enum ListHeaders {
    /// Returns the address for mail to the list from the values of List-Post (RFC 2369 §3.4): one without an email if the list takes no
    /// posts, nil if the headers don't say.
    package static func post(_ values: [String]) -> MailAddress? {
        let links = values.flatMap { value in
            value.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
                .map { String($0.prefix { $0 != ">" }) }
        }
        if let address = links.lazy.compactMap({ MailtoLink($0)?.to.first }).first { return address }
        let isClosed = values.contains { value in
            String(value.prefix { $0 != "(" }).trimmingBlanks().lowercased() == "no"
        }
        return isClosed ? MailAddress(email: "") : nil
    }

    /// Returns the addresses to which the author wants replies to all to go, from the values of Mail-Followup-To; the topmost counts.
    package static func followUpTo(_ values: [String]) -> [MailAddress] {
        guard let value = values.first else { return [] }
        // Read like any other field of addresses (H-3).
        return ParsedMessage.parse(Array("Reply-To: \(value)\n\n".utf8)).replyTo.filter { $0.email.contains("@") }
    }
}
