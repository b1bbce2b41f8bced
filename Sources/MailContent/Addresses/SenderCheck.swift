package import InboxModel

/// Checks what is suspicious about the stated sender of a mail (H-1, H-2).
package enum SenderCheck {
    /// Returns what is suspicious about the senders of a message, in sentences; nothing for the user's own messages.
    /// - Parameter own: lower-case addresses of the user.
    package static func notes(on message: Message, known: KnownPeople, own: Set<String>) -> [String] {
        message.from.areOwn(own) ? [] : message.from.flatMap { notes(on: $0, known: known) }
    }

    /// Returns the addresses that answers go to and that are none of the senders.
    package static func answersElsewhere(_ message: Message) -> [MailAddress] {
        message.replyTo.filter { reply in !message.from.contains { $0.isSameMailbox(as: reply) } }
    }

    /// Returns what is suspicious about an address, in sentences; empty when nothing is.
    package static func notes(on address: MailAddress, known: KnownPeople = KnownPeople()) -> [String] {
        var shown: String { EmailAddress.shown(address.email) }
        var notes: [String] = []
        if holdsOtherAddress(address) {
            notes.append("The name looks like an address, but the mail says it is from \(shown).")
        }
        if !isPlain(address.name), words(of: address.name).contains(where: mixesAlphabets) {
            notes.append("The name mixes letters of several alphabets that look alike.")
        }
        let domain = EmailAddress.domain(of: address.email)
        let local = Substring(address.email.utf8.prefix { $0 != UInt8(ascii: "@") })
        if EmailAddress.shownDomain(domain).isOdd
            || !isPlain(local) && (mixesAlphabets(local) || LookAlike.passesForPlain(local))
        {
            notes.append("The address has letters that can be taken for others: it is \(shown).")
        }
        guard !known.knows(address.email) else { return notes }
        if let other = known.domain(like: domain) {
            notes.append(
                "\(EmailAddress.shownDomain(domain).text) is not \(other), which you know, though they look alike.")
        }
        if let other = known.address(named: address.name) {
            notes.append("You know this name with another address: \(EmailAddress.shown(other)).")
        }
        return notes
    }

    /// Whether a name holds an `@`, also in its full-width form, and is not the address itself.
    package static func holdsOtherAddress(_ address: MailAddress) -> Bool {
        // By scalars, because a list checks each row that it draws.
        guard address.name.unicodeScalars.contains(where: { $0 == "@" || $0 == "\u{FF20}" || $0 == "\u{FE6B}" }) else {
            return false
        }
        return address.name.lowercased().filter { !$0.isWhitespace && !"<>\"'".contains($0) }
            != address.email.lowercased()
    }

    private static func isPlain(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    private static func words(of name: String) -> [Substring] {
        name.prefix(1_000).split { !$0.isLetter && !$0.isNumber }
    }

    /// Whether a word mixes Latin letters with others that pass for them. Other mixtures, such as a Latin unit behind Greek figures,
    /// deceive nobody.
    private static func mixesAlphabets(_ word: Substring) -> Bool {
        !Alphabet.isOne(word)
            && word.lowercased().unicodeScalars.contains { $0.value >= 0x80 && LookAlike.plain($0) != nil }
    }
}
