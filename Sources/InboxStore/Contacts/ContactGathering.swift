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

        /// One more message of theirs, or of the owner to them.
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

    /// Who wrote to the owner, and to whom the owner wrote; others whom a message names are nobody that the owner knows.
    /// - Parameter own: the owner's addresses in lower case.
    /// - Parameter mayBeSent: whether it lies where what the owner sent may lie. Anybody can write in the owner's name: what came in so
    ///   tells of nobody.
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
