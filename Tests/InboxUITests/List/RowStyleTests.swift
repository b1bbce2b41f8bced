import Foundation
import InboxKit
import InboxModel
import TestSupport
import Testing

@testable import InboxUI
@testable import TerminalUI

@UI
@Suite("Styles of rows", .timeLimit(.minutes(10)))
struct RowStyleTests {
    private func reading(_ styles: String) -> SettingsReading {
        SettingsReading(Data("{\n\"rowStyles\": [\n\(styles)]}".utf8))
    }

    /// Returns the style of the first cell of a text on the screen.
    private func style(of text: String, in grid: Grid) throws -> Style {
        for y in 0..<grid.fullSize.height {
            let line = grid.text(row: y)
            guard let place = line.range(of: text) else { continue }
            return Array(grid.row(y))[line.distance(from: line.startIndex, to: place.lowerBound)].style
        }
        throw NotShown(text: text)
    }

    private struct NotShown: Error { var text: String }

    @Test("rows that a search selects get its colour, the first that fits deciding, at every size")
    func colours() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        list.rows.select(list.rows.rows[5])
        world.settings.rowStyles =
            reading(
                """
                {"query": "from:carl", "color": "warn", "underline": true},
                {"query": "subject:build OR subject:patch", "color": "ok"},
                {"query": "from:keith is:unread", "color": "star"}
                """
            ).settings.rowStyles
        for (width, height) in [(80, 24), (120, 40), (40, 12)] {
            let grid = world.draw(list, width, height)
            #expect(try style(of: "[PATCH]", in: grid) == Style(.warn, .underline), "\(width)")
            #expect(try style(of: "Nightly", in: grid) == Style(.ok), "\(width)")
            #expect(try style(of: "New to", in: grid) == Style(.star, .bold), "unread, \(width)")
            #expect(try style(of: "Lunch?", in: grid) == .plain, "\(width)")
        }
        // Its marks and its date have their own colours, as in other rows.
        #expect(try style(of: "★", in: world.draw(list)) == Style(.star))
        world.settings.rowStyles = []
        #expect(try style(of: "Nightly", in: world.draw(list)) == .plain, "after the settings were read again")
    }

    @Test("the selected row is legible in every theme, whatever colour it was given")
    func selected() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        for color in RowStyle.colors {
            world.settings.rowStyles =
                reading(#"{"query": "in:anywhere", "color": "\#(color)", "bold": true}"#).settings.rowStyles
            list.rows.select(list.rows.rows[0])
            let style = try style(of: "Working with", in: world.draw(list))
            #expect(style.ground == .selection, "\(color)")
            for theme in Theme.builtIn {
                let (ink, paper) = theme.look(of: style)
                guard let ink, let paper else { continue }
                #expect(ink.contrast(on: paper) >= Color.leastDimContrast, "\(color) in \(theme.name)")
                #expect(!theme.resolve(style, depth: .none).attributes.isDisjoint(with: .reverse), "\(theme.name)")
            }
        }
    }

    @Test("names of mailboxes, the user, and the time mean in rows what they mean in searches")
    func resolved() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        world.settings.rowStyles =
            reading(
                """
                {"query": "in:nowhere", "color": "danger"}, {"query": "from:me in:inbox", "color": "ok"},
                {"query": "newer:3d older:1d", "color": "link"}
                """
            ).settings.rowStyles
        #expect(try style(of: "Lunch?", in: world.draw(list)) == Style(.ok))
        #expect(try style(of: "[PATCH]", in: world.draw(list)) == Style(.link))
        #expect(try style(of: "Nightly", in: world.draw(list)) == .plain)
    }

    @Test("in a list of single messages each row is a message")
    func messages() throws {
        let (world, list) = try FakeSurroundings.messages()
        list.rows.select(list.rows.rows[8])
        world.settings.rowStyles = reading(#"{"query": "from:mikhail", "color": "ok"}"#).settings.rowStyles
        let grid = world.draw(list)
        #expect(try style(of: "Mikhail", in: grid) == Style(.ok) && style(of: "Lars", in: grid) == .plain)
    }

    @Test(
        "an entry that can't be used is reported with its line, the reason and a remedy, and the others are used",
        arguments: [
            (#"{"query": "lunch", "color": "ok"}"#, "[1].query” asks for “lunch”, which a row can't tell; say where"),
            (
                #"{"query": "list:dev", "bold": true}"#,
                "[1].query” asks for “list:dev”, which a row can't tell; use with:"
            ),
            (#"{"query": "to:me", "bold": true}"#, "[1].query” asks for “to:me”, which a row can't tell; use with:"),
            (#"{"query": "body:x", "bold": true}"#, "[1].query” asks for “body:x”, which a row can't tell; use from:"),
            (#"{"query": "(from:ann", "bold": true}"#, "[1].query” can't be read: "),
            (#"{"query": "form:ann", "bold": true}"#, "[1].query” is doubtful: "),
            (#"{"query": "", "bold": true}"#, "[1].query” must be a query"),
            (##"{"query": "from:ann", "color": "#ff8800"}"##, "[1].color” must be one of text, dim, accent"),
            (#"{"query": "from:ann", "bold": 1}"#, "[1].bold” must be true or false"),
            (#"{"query": "from:ann", "colour": "ok"}"#, "[1].colour” is unknown; did you mean “color”?"),
            (#"{"query": "from:ann"}"#, "[1]” needs “color”"), (#"{"color": "ok"}"#, "[1]” needs “query”"),
            (#""from:ann""#, "[1]” must be an object"),
        ])
    func flaws(entry: String, notice: String) {
        let reading = reading(#"{"query": "from:bob", "color": "ok"},"# + "\n" + entry)
        #expect(reading.settings.rowStyles.map(\.query) == ["from:bob"])
        #expect(
            reading.notices.count == 1 && reading.notices[0].hasPrefix("config.json, line 4: “rowStyles" + notice),
            "\(reading.notices)")
    }

    @Test("what was read is written the same again")
    func written() throws {
        let first = reading(
            #"{"query": "from:bob", "color": "ok", "italic": true}, {"query": "is:starred", "bold": true}"#)
        let json = SettingsTable.json(RowStyle.value(first.settings))
        let again = SettingsReading(Data("{\"rowStyles\": \(json)}".utf8))
        #expect(first.notices.isEmpty && first.settings.rowStyles.count == 2)
        #expect(again.settings.rowStyles == first.settings.rowStyles)
    }
}
