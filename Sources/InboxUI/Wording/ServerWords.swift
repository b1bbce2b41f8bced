/// Plain words for the error names of protocols (RFC 8620 §3.6.1, §5.3; RFC 8621 §2.5, §7.5).
enum ServerWords {
    private static let table = [
        "invalidRecipients": "nobody got it because a recipient was refused", "noRecipients": "it names no recipient",
        "tooManyRecipients": "nobody got it because it has too many recipients",
        "forbiddenFrom": "the server doesn't let you write in that name",
        "forbiddenMailFrom": "the server doesn't let you send from that address",
        "forbiddenToSend": "the server doesn't let you send now", "tooLarge": "it is larger than the server allows",
        "requestTooLarge": "it is larger than the server allows",
        "maxSizeRequest": "it is larger than the server allows",
        "maxSizeUpload": "the file is larger than the server allows", "overQuota": "the mailbox on the server is full",
        "invalidEmail": "the server finds a mistake in it", "blobNotFound": "a file of it is no longer on the server",
        "tooManyKeywords": "it would have more marks than the server allows",
        "mailboxHasEmail": "there is still mail in it on the server", "mailboxHasChild": "it contains mailboxes",
        "mailboxIds": "a mailbox that it should go to is no longer on the server",
        "accountNotFound": "the server does not list this account now",
    ]

    /// Returns a server's text with the error name at its start in plain words; nil for any other text.
    static func plain(_ text: String) -> String? {
        let name = text.prefix { $0.isASCII && $0.isLetter }
        let rest = text[name.endIndex...].drop { $0 == ":" || $0 == " " }
        if name == "limit" { return table[String(rest)] }
        guard let words = table[String(name)] else { return nil }
        return rest.isEmpty ? words : "\(words): \(rest)"
    }
}
