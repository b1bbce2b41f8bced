import TerminalUI
import Testing

@testable import InboxUI

@Suite("Key bindings")
struct KeyMapTests {
    @Test(
        "sequences are read as they are written",
        arguments: ["e", "gg", "Ctrl-d", "Space", "Shift-Tab", "g Enter", "?", "#"])
    func roundTrip(text: String) throws {
        #expect(try #require(KeySequence(text)).description == text)
    }

    @Test("what is no key is no sequence", arguments: ["", "Ctrl-", "Hyper-x", "##", "Ctrl-Ctrl-Nothing"])
    func noSequence(text: String) {
        #expect(KeySequence(text) == nil)
    }

    @Test("no preset has keys that hide each other", arguments: Settings.KeyPreset.allCases)
    func presets(preset: Settings.KeyPreset) {
        var settings = Settings()
        settings.keyPreset = preset
        let map = KeyMap(settings: settings)
        #expect(map.problems.filter { $0.contains("is no key") } == [])
        for context in KeyContext.allCases {
            #expect(!map.sequences(of: .back, in: context).isEmpty, "\(context) has a way back")
        }
    }

    @Test("every command that is bound has words for help")
    func titles() {
        let map = KeyMap()
        for context in KeyContext.allCases {
            for (command, keys) in KeyTable.bindings[context] ?? [] where !keys.isEmpty {
                #expect(CommandTable.definition(of: command) != nil, "\(command)")
                #expect(!map.sequences(of: command, in: context).isEmpty, "\(command) in \(context)")
            }
        }
    }

    @Test("no screen binds one key twice, and no binding is the beginning of another")
    func clashes() {
        for (context, entries) in KeyTable.bindings {
            let all = entries.flatMap(\.1).compactMap { KeySequence($0) }
            for (index, one) in all.enumerated() {
                for other in all[(index + 1)...] {
                    #expect(
                        !one.starts(with: other.keys) && !other.starts(with: one.keys),
                        "\(one) and \(other) in \(context)")
                }
            }
        }
    }

    @Test("a key of the user's own takes the place of the old ones")
    func rebinding() {
        var settings = Settings()
        settings.keys = ["archive": ["y"], "trash": ["g t"]]
        let map = KeyMap(settings: settings)
        #expect(map.meaning(of: ["y"], in: .list) == .command(.archive))
        #expect(map.meaning(of: ["e"], in: .list) == .nothing)
        #expect(map.meaning(of: ["g"], in: .thread) == .begun)
        #expect(map.meaning(of: ["g", "t"], in: .thread) == .command(.trash))
        #expect(map.meaning(of: ["g", "g"], in: .thread) == .command(.top))
        #expect(map.problems.isEmpty)
    }

    @Test("what can't be bound is told")
    func problems() {
        var settings = Settings()
        settings.keys = ["fly": ["f"], "archive": ["Hyper-e"], "star": ["g"]]
        let problems = KeyMap(settings: settings).problems
        #expect(problems.count == 4)
        #expect(problems.contains { $0.contains("fly") })
        #expect(problems.contains { $0.contains("Hyper-e") })
        #expect(problems.contains { $0.contains("“g” for “star” hides “gg”") })
        #expect(problems.contains { $0.contains("“g” for “star” hides “gm”") })
    }

    @Test("a begun sequence waits, and comes to nothing when another key follows")
    func reading() {
        let map = KeyMap()
        var reader = KeyReader()
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.begun == ["g"])
        #expect(reader.press("g", in: .list, map) == .command(.top))
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press("j", in: .list, map) == .command(.down))
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press(.escape, in: .list, map) == .waiting)
        #expect(reader.begun.isEmpty)
        #expect(reader.press("y", in: .list, map) == .unbound("y"))
    }

    @Test("a sequence begun on one screen does not end on another")
    func contexts() {
        let map = KeyMap()
        var reader = KeyReader()
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press("g", in: .thread, map) == .waiting)
        #expect(reader.press("g", in: .thread, map) == .command(.top))
    }
}
