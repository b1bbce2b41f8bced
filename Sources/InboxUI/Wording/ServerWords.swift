/// Plain words for the error names of protocols (RFC 8620 §3.6.1, §5.3; RFC 8621 §2.5, §7.5).
enum ServerWords {
    private static let table = [
        "invalidRecipients": "nobody got it because a recipient was refused", "noRecipients": "it names no recipient",
        "tooManyRecipients": "nobody got it because it has too many recipients",
        "forbiddenFrom": "the server lets nobody write in that name here",
        "forbiddenMailFrom": "the server lets nobody send from that address here",
        "forbiddenToSend": "the server doesn't let you send now", "tooLarge": "it is larger than the server takes",
        "requestTooLarge": "it is larger than the server takes", "maxSizeRequest": "it is larger than the server takes",
        "maxSizeUpload": "the file is larger than the server takes", "overQuota": "the mailbox on the server is full",
        "mailboxHasEmail": "there is still mail in it on the server", "mailboxHasChild": "mailboxes lie below it",
        "mailboxIds": "a mailbox that it was to be in is not on the server any more",
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
