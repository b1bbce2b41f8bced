import InboxModel
import Testing

@Suite("JSON in one text")
struct JSONTextTests {
    private struct Place: Codable, Equatable {
        var url: String
        var isRead = false
        var at: Int?
    }

    @Test("a value is read as it was written; any other text is none")
    func readAgain() throws {
        let place = Place(url: "https://a.test/\"b\"", isRead: true, at: 7)
        #expect(Place(jsonText: try place.jsonText()) == place)
        #expect([Place](jsonText: try [place].jsonText()) == [place])
        for text in [nil, "", "{}", "[]", "no"] { #expect(Place(jsonText: text) == nil) }
    }

    @Test("equal values have the same text, so that what is stored already is not stored again")
    func sameText() throws {
        #expect(try Place(url: "a/b", at: 1).jsonText() == #"{"at":1,"isRead":false,"url":"a/b"}"#)
    }
}
