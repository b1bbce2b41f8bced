import InboxModel
import MailContent
import TestSupport
import Testing

@testable import InboxKit

@Suite("People that the user knows")
struct KnownPeopleTests {
    @Test("H-2: a lookalike of the user's own domain is marked, although the user wrote to nobody there")
    func ownDomain() async throws {
        let people = try await Client.synced().session().knownPeople()
        for (email, isMarked) in [
            ("boss@examp1e.test", true), ("boss@mail.examp1e.test", true), ("boss@example.test", false),
            ("boss@other.test", false),
        ] {
            let notes = SenderCheck.notes(on: MailAddress(name: "Boss", email: email), known: people)
            #expect(notes.isEmpty != isMarked, "\(email): \(notes)")
        }
    }
}
