import Testing

@testable import InboxUI

@Suite("Servers' error names")
struct ServerWordsTests {
    @Test(
        "error names become plain words, with the server's own message",
        arguments: [
            ("invalidRecipients bob@example.test", "nobody got it because a recipient was refused: bob@example.test"),
            ("invalidRecipients: 550 no such user", "nobody got it because a recipient was refused: 550 no such user"),
            ("limit: maxSizeRequest", "it is larger than the server allows"),
            ("requestTooLarge", "it is larger than the server allows"),
            ("invalidEmail", "the server finds a mistake in it"),
            ("invalidEmail: subject", "the server finds a mistake in it: subject"),
            ("blobNotFound", "a file of it is no longer on the server"),
            ("tooManyKeywords", "it would have more marks than the server allows"),
            ("overQuota", "the mailbox on the server is full"),
            ("mailboxHasEmail", "there is still mail in it on the server"),
            ("mailboxIds", "a mailbox that it should go to is no longer on the server"),
            ("strangeError: not today", "not today"), ("Connection refused", "Connection refused"),
            ("limit: three a day", "limit: three a day"),
        ])
    func plain(said: String, told: String) {
        #expect(Wording.reason(said) == told)
        #expect(Wording.quoted(said) == ": \(told)")
    }
}
