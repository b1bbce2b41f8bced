import Foundation
import InboxModel

/// The people of new messages, each once, until they are written.
struct ContactGathering {
    struct Key: Hashable {
        var account: AccountID
        var email: String
    }

    struct Person {
        var account: AccountID
        var address: MailAddress
        var mailCount = 0
        var sentCount = 0
        var lastMailAt: Date

        /// Counts one more message from them, or from the owner to them.
        fileprivate mutating func note(_ address: MailAddress, at date: Date, isOwn: Bool) {
            mailCount += 1
            if isOwn { sentCount += 1 }
            guard date >= lastMailAt else { return }
            lastMailAt = date
            if !address.name.isEmpty { self.address.name = address.name }
        }
    }

    private var found: [Key: Person] = [:]

    var people: [Person] { found.sorted { $0.key.email < $1.key.email }.map(\.value) }

    /// Adds the people who wrote to the owner, or to whom the owner wrote. The owner does not know others whom a message names.
    /// - Parameter own: the owner's addresses in lower case.
    /// - Parameter mayBeSent: whether the owner may have sent the message, by its mailboxes. Anybody can write in the
    ///   owner's name, so an incoming message in that name adds nobody.
    mutating func add(
        from: [MailAddress], to: [MailAddress], isDraft: Bool, mayBeSent: Bool = true, receivedAt: Date,
        account: AccountID, own: Set<String>
    ) {
        guard !isDraft else { return }
        let isOwn = from.areOwn(own)
        guard mayBeSent || !isOwn else { return }
        let people = isOwn ? to : from
        var met: Set<String> = []
        for address in people {
            let email = address.email.lowercased()
            guard email.utf8.contains(UInt8(ascii: "@")), !own.contains(email),
                people.count == 1 || met.insert(email).inserted
            else { continue }
            found[
                Key(account: account, email: email),
                default: Person(account: account, address: address, lastMailAt: receivedAt)
            ].note(address, at: receivedAt, isOwn: isOwn)
        }
    }
}
