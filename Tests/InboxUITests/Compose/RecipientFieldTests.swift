import Foundation
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Recipients")
struct RecipientFieldTests {
    private let book = AddressBook(people: [.person("anna"), .person("andrew"), .person("bob")])

    private func typed(_ text: String, into field: RecipientField = RecipientField()) -> RecipientField {
        var field = field
        for character in text { _ = field.handle(.key(Key(character)), book) }
        return field
    }

    @Test("a comma turns addresses into tokens and leaves other text")
    func comma() {
        let field = typed("ann@example.org,")
        #expect(field.tokens.map(\.email) == ["ann@example.org"] && field.text.isEmpty)
        let wrong = typed("nobody,")
        #expect(wrong.tokens.isEmpty && wrong.leftover == "nobody")
    }

    @Test(
        "U24: invalid text stays beside valid addresses, whatever is typed before or after it; nothing is lost"
    )
    func invalidParts() {
        var field = typed("foo bar, eve@x.test, nonsense; an")
        #expect(field.tokens.map(\.email) == ["eve@x.test"] && field.leftover == "foo bar, nonsense; an")
        #expect(field.completions.flatMap(\.addresses).map(\.name) == ["Anna", "Andrew"])
        _ = field.handle(.key(.enter), book)
        #expect(field.tokens.map(\.email) == ["eve@x.test", "anna@example.test"])
        #expect(field.leftover == "foo bar, nonsense")
        field = typed("bob,,  , ", into: field)
        #expect(field.tokens.last?.name == "Bob" && field.leftover == "foo bar, nonsense")
        #expect(typed("\"Smith, Ann\" <ann@a.test>,").tokens == [MailAddress(name: "Smith, Ann", email: "ann@a.test")])
    }

    @Test(
        "Tab after a whole address moves on, even if a contact has it; after a partial address it completes"
    )
    func tabGoesOn() {
        var whole = typed("anna@example.test")
        #expect(!whole.completions.isEmpty && whole.handle(.key(.tab), book) == .ignored)
        whole.leave(book)
        #expect(whole.tokens.map(\.name) == ["Anna"] && whole.text.isEmpty)
        var part = typed("anna@exam")
        #expect(part.handle(.key(.tab), book) == .edited && part.tokens.map(\.name) == ["Anna"])
    }

    @Test(
        "H-1: a whole address means itself: neither somebody's name nor the start of a longer address",
        arguments: [",", "\t"])
    func wholeAddress(end: Character) {
        let book = AddressBook(people: [
            MailAddress(name: "boss@corp.test", email: "evil@attacker.test"),
            MailAddress(name: "Bo", email: "bo@corp.test"),
        ])
        for text in ["boss@corp.test", "bo@corp.te"] {
            var field = RecipientField()
            for character in text { _ = field.handle(.key(Key(character)), book) }
            _ = field.handle(end == "," ? .key(",") : .key(.tab), book)
            if end != "," { field.leave(book) }
            #expect(field.tokens == [MailAddress(email: text)])
        }
        #expect(book.named("boss@corp.test") == nil && book.named("bo")?.map(\.email) == ["bo@corp.test"])
        #expect(book.completions(of: "bo@corp.test").first?.addresses.first?.name == "Bo")
        #expect(book.people(in: "boss@corp.test").people == [MailAddress(email: "boss@corp.test")])
    }

    @Test("invalid text left in a field is highlighted once the focus moves on")
    func leftover() {
        func style(isFocused: Bool) -> Style? {
            var field = typed("nobody")
            var grid = Grid(size: Size(width: 40, height: 1))
            _ = field.draw(into: &grid, isFocused: isFocused)
            return grid[0, 0]?.style
        }
        #expect(style(isFocused: false) == Style(.warn) && style(isFocused: true) != Style(.warn))
    }

    @Test("completion matches the start of a name or address, and Enter takes the chosen person")
    func completion() {
        var field = typed("an")
        #expect(field.completions.flatMap(\.addresses).map(\.name) == ["Anna", "Andrew"])
        _ = field.handle(.key(.down), book)
        _ = field.handle(.key(.enter), book)
        #expect(field.tokens.map(\.name) == ["Andrew"] && field.text.isEmpty && field.completions.isEmpty)
        // The same person is not offered twice.
        #expect(typed("an", into: field).completions.flatMap(\.addresses).map(\.name) == ["Anna"])
    }

    @Test("H-1: a name shows its address; with many names, the current name is in view and hidden names are counted")
    func drawing() {
        func drawn(_ field: RecipientField, isFocused: Bool, height: Int = 4) -> [String] {
            var field = field
            var grid = Grid(size: Size(width: 40, height: height))
            let rows = field.draw(into: &grid, isFocused: isFocused)
            return (0..<rows).map { grid.text(row: $0).trimmingCharacters(in: .whitespaces) }
        }
        var field = RecipientField([MailAddress(name: "陈岚", email: "lan@paper.test"), MailAddress(email: "x@a.test")])
        #expect(drawn(field, isFocused: false) == ["陈岚 lan@paper.test, x@a.test"])
        field.add((0..<30).map { MailAddress(name: "Person \($0)", email: "p\($0)@a.test") })
        let unseen = drawn(field, isFocused: false)
        #expect(unseen.count == 4 && unseen[0].hasPrefix("陈岚, x@a.test") && unseen[3].hasSuffix("more"))
        let seen = drawn(typed("zo", into: field), isFocused: true)
        #expect(seen[0].hasSuffix("more") && seen[3].contains("Person 29, zo"))
        // A deceptive name is shown with its address.
        let liar = RecipientField([MailAddress(name: "bob@bank.test", email: "eve@evil.test")] + field.tokens)
        #expect(drawn(liar, isFocused: false)[0].hasPrefix("bob@bank.test eve@evil.test"))
    }

    @Test("late completions don't move the choice; a new text starts at the first again")
    func lateAnswer() {
        var field = typed("an")
        _ = field.handle(.key(.down), book)
        let later = AddressBook(people: [.person("ander"), .person("anna"), .person("andrew"), .person("anton")])
        field.lookAgain(later)
        #expect(field.completions[field.chosen].addresses.map(\.name) == ["Andrew"])
        field = typed("n", into: field)
        #expect(field.chosen == 0)
    }

    @Test("a group's name expands to its members, typed or chosen")
    func groups() {
        let book = AddressBook(people: [.person("anna")], groups: ["Andes": [.person("bob"), .person("carl")]])
        var field = RecipientField()
        for character in "and" { _ = field.handle(.key(Key(character)), book) }
        #expect(field.completions.map(\.group) == ["Andes"])
        _ = field.handle(.key(.enter), book)
        #expect(field.tokens.map(\.name) == ["Bob", "Carl"])
        var typed = RecipientField()
        for character in "andes," { _ = typed.handle(.key(Key(character)), book) }
        #expect(typed.tokens.count == 2 && typed.text.isEmpty)
    }

    @Test("a lookup command's results apply only to the text it ran for")
    func lookUp() {
        var book = AddressBook(people: [.person("anna")])
        book.lookUp = AddressBook.LookUp(
            text: "zo", people: CompletionCommand.people(in: "Searching…\nzoe@a.test\tZoë\tx\nZo <zo@b.test>\nno\n"))
        #expect(book.completions(of: "zo").flatMap(\.addresses).map(\.email) == ["zoe@a.test", "zo@b.test"])
        #expect(book.completions(of: "zoe").isEmpty)
    }

    @Test("F-3: the command gets the text in its environment, never in the shell line")
    func command() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/touched"
        _ = await CompletionCommand.run(
            "printf '%s' \"$MARACA_QUERY\"", for: "a;touch \(path);$(touch \(path))`touch \(path)`")
        #expect(!FileManager.default.fileExists(atPath: path))
        let plain = await CompletionCommand.run("printf '%s@a.test\\tZoë\\n' \"$MARACA_QUERY\"", for: "zoe")
        #expect(plain.people == [MailAddress(name: "Zoë", email: "zoe@a.test")] && plain.failure == nil)
    }

    @Test("leaving the field turns a name or address that one person has into that person")
    func named() {
        var field = typed("BOB")
        field.leave(book)
        #expect(field.tokens == [.person("bob")])
    }

    @Test("recipients keep the order in which they were typed, names among addresses")
    func order() {
        #expect(book.people(in: "bob, zoe@a.test, Anna").people.map(\.name) == ["Bob", "", "Anna"])
        let mixed = book.people(in: "x, zoe@a.test, bob, y")
        #expect(mixed.people.map(\.email) == ["zoe@a.test", "bob@example.test"] && mixed.rest == "x, y")
    }

    @Test("a bare address gets its contact's name only if that name is visible")
    func bareAddress() {
        let ann = MailAddress(name: "A,Bcc: evil@x.test", email: "a@b.test")
        let book = AddressBook(people: [ann, .person("bob")], groups: ["team": [.person("carl")]])
        #expect(book.people(in: "a@b.test").people == [ann])
        func bare(_ text: String) -> [MailAddress] { book.people(in: text, namesAddresses: false).people }
        #expect(bare(" A@b.test") == [MailAddress(email: "A@b.test")])
        #expect(bare("bob") == [.person("bob")] && bare("team") == [.person("carl")])
    }

    @Test("a person or group whose name has a comma is written in quotes")
    func quotedNames() {
        let ann = MailAddress(name: "Lee, Ann", email: "ann@a.test")
        let book = AddressBook(people: [ann, .person("bob")], groups: ["Sales, north": [.person("carl")]])
        let (people, rest) = book.people(in: "\"Lee, Ann\", bob, \"sales, north\"")
        #expect(people == [ann, .person("bob"), .person("carl")] && rest.isEmpty)
        #expect(book.people(in: "\"Lee, Zoe\"").rest == "\"Lee, Zoe\"")
    }

    @Test("a name that two people share is reported as ambiguous, with both addresses")
    func ambiguous() {
        let anns = ["ann@a.test", "ann@b.test"].map { MailAddress(name: "Ann", email: $0) }
        let book = AddressBook(people: anns + [.person("bob"), .person("bob")])
        #expect(book.people(in: "ann").rest == "ann")
        #expect(book.problem(with: "ann") == "“ann” may be ann@a.test or ann@b.test: type the address")
        #expect(book.problem(with: "zoe") == "“zoe” is not an address, name or group")
        #expect(book.people(in: "bob").people == [.person("bob")])
        // H-2: the other domain is Cyrillic.
        let alike = AddressBook(
            people: ["ann@paypal.test", "ann@раураӏ.test"].map { MailAddress(name: "Ann", email: $0) })
        #expect(alike.problem(with: "ann").contains("ann@paypal.test or ann@xn--80aa0cbo65f.test:"))
    }

    @Test("a part of names is reported with the addresses that may be meant")
    func partOfNames() {
        let anns = ["Ann Lee": "lee@a.test", "Ann Moss": "moss@b.test"].sorted { $0.key < $1.key }
        let people = anns.map { MailAddress(name: $0.key, email: $0.value) }
        let book = AddressBook(people: people, groups: ["annual": [.person("bob")]])
        #expect(book.people(in: "Ann").rest == "Ann")
        #expect(book.problem(with: "Ann") == "“Ann” may be lee@a.test or moss@b.test: type the address")
        #expect(book.problem(with: "moss") == "“moss” may be moss@b.test: type the address")
        #expect(book.problem(with: "annu") == "“annu” is not an address, name or group")
    }

    @Test("an exact match is offered before names that go on")
    func exactFirst() {
        let people = (10..<19).map { MailAddress(name: "Pal \($0)", email: "pal\($0)@x.test") }
        let book = AddressBook(people: people + [MailAddress(name: "Pal 1", email: "pal1@x.test")])
        #expect(book.completions(of: "pal1").first?.addresses.first?.email == "pal1@x.test")
        #expect(book.completions(of: "pal").first?.addresses.first?.email == "pal10@x.test")
    }

    @Test("Backspace selects the last token, then deletes it and selects its neighbour; typing deselects")
    func backspace() {
        var field = RecipientField([.person("anna"), .person("bob")])
        _ = field.handle(.key(.backspace), book)
        #expect(field.selected == 1 && field.tokens.count == 2)
        _ = field.handle(.key(.backspace), book)
        #expect(field.tokens.map(\.name) == ["Anna"] && field.selected == 0)
        _ = field.handle(.key("x"), book)
        #expect(field.selected == nil && field.tokens.count == 1)
    }

    @Test("pasted addresses become tokens, without duplicates")
    func paste() {
        var field = RecipientField([.person("bob")])
        _ = field.handle(.paste("Anna <anna@example.test>, BOB@example.test; junk"), book)
        #expect(field.tokens.map(\.email) == ["bob@example.test", "anna@example.test"])
        #expect(field.leftover == "junk")
    }

    @Test("ten thousand pasted addresses make one token each, and only those near the cursor are drawn")
    func many() {
        var field = RecipientField()
        let pasted = (0..<10_000).map { "p\($0)@shop.test" }.joined(separator: ", ") + ", P1@Shop.test"
        let clock = ContinuousClock()
        let time = clock.measure { _ = field.handle(.paste(pasted), AddressBook()) }
        #expect(field.tokens.count == 10_000, "in \(time)")
        var grid = Grid(size: Size(width: 60, height: 3))
        let rows = field.draw(into: &grid, isFocused: true)
        #expect(rows == 3)
        let text = (0..<rows).map { grid.text(row: $0) }.joined(separator: "\n")
        #expect(text.contains("p9999@shop.test") && text.contains("more"))
    }

    @Test("Ctrl-u deletes the typed text, and then the tokens")
    func emptied() {
        var field = RecipientField([MailAddress(email: "a@shop.test"), MailAddress(email: "b@shop.test")])
        _ = field.handle(.key("x"), AddressBook())
        _ = field.handle(.key(.ctrl("u")), AddressBook())
        #expect(field.tokens.count == 2 && field.text.isEmpty)
        #expect(field.handle(.key(.ctrl("u")), AddressBook()) == .edited)
        #expect(field.isEmpty)
    }
}
