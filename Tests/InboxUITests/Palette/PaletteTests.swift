import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Palette", .timeLimit(.minutes(5)))
struct PaletteTests {
    @Test("some letters find a command by its title or name; without letters the most used stand first")
    func order() {
        let choices = PaletteChoices([.down, .archive, .star, .redraw])
        #expect(choices.matching("arch").map(\.command) == [.archive])
        #expect(choices.matching("anew").map(\.command) == [.redraw])
        #expect(choices.matching("").map(\.command) == [.archive, .star, .redraw, .down])
        let used = PaletteChoices([.down, .archive, .star, .redraw], uses: choices.text(choosing: .redraw))
        #expect(used.matching("").map(\.command) == [.redraw, .archive, .star, .down])
        #expect(used.matching("xyzzy").isEmpty)
    }

    @Test("broken notes of what was used do no harm")
    func brokenUses() {
        #expect(PaletteChoices([.help], uses: "{nonsense").matching("").map(\.command) == [.help])
    }

    @Test("Enter goes away, then does what is selected, and it counts as used; Esc does nothing")
    func choosing() throws {
        let world = try FakeSurroundings()
        var chosen: [Command] = []
        let palette = PaletteScreen([.archive, .star], context: .list, around: world) { chosen.append($0) }
        for letter in "sta" { #expect(palette.handle(.key(Key(letter)))) }
        #expect(palette.handle(.key(.enter)))
        #expect(chosen == [.star])
        #expect(world.pops == 1)
        #expect(world.kept[PaletteChoices.setting] == #"{"star":1}"#)
        let other = PaletteScreen([.archive], context: .list, around: world) { chosen.append($0) }
        #expect(other.perform(.back))
        #expect(world.pops == 2)
        #expect(chosen == [.star])
    }

    @Test("the palette looks as it was drawn", arguments: [(80, 24), (40, 12)])
    func looks(width: Int, height: Int) throws {
        let world = try FakeSurroundings()
        let palette = PaletteScreen(KeyMap().commands(in: .list), context: .list, around: world) { _ in }
        #expect(screenGolden("palette", world.draw(palette, width, height)) == nil)
    }
}
