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
    }

    private var found: [Key: Person] = [:]

    var people: [Person] { found.sorted { $0.key.email < $1.key.email }.map(\.value) }
    var isEmpty: Bool { found.isEmpty }

    /// Who wrote to the owner, and to whom the owner wrote; others whom a message names are nobody that the owner knows.
    /// - Parameter mayBeSent: whether it lies where what the owner sent may lie. Anybody can write in the owner's name: what came in so
    ///   tells of nobody.
    mutating func add(
        from: [MailAddress], to: [MailAddress], isDraft: Bool, mayBeSent: Bool = true, receivedAt: Date,
        account: AccountID, own: [Account]
    ) {
        guard !isDraft else { return }
        let own = Set(own.map { $0.address.lowercased() })
        let isOwn = from.contains { own.contains($0.email.lowercased()) }
        guard mayBeSent || !isOwn else { return }
        var met: Set<String> = []
        for address in isOwn ? to : from {
            let email = address.email.lowercased()
            guard email.contains("@"), !own.contains(email), met.insert(email).inserted else { continue }
            let key = Key(account: account, email: email)
            var person = found[key] ?? Person(account: account, address: address, lastMailAt: receivedAt)
            person.mailCount += 1
            if isOwn { person.sentCount += 1 }
            if receivedAt >= person.lastMailAt {
                person.lastMailAt = receivedAt
                if !address.name.isEmpty { person.address.name = address.name }
            }
            found[key] = person
        }
    }
}
