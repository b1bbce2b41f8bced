import Foundation
import TerminalUI
import Testing

@testable import InboxUI

@Suite("Key bindings")
struct KeyMapTests {
    @Test(
        "a key sequence round-trips as text",
        arguments: ["e", "gg", "Ctrl-d", "Space", "Shift-Tab", "g Enter", "?", "#", ",c", "g;", ",*", ",,d"])
    func roundTrip(text: String) throws {
        #expect(try #require(KeySequence(text)).description == text)
    }

    @Test("an invalid key is no sequence", arguments: ["", "Ctrl-", "Hyper-x", "##", "Ctrl-Ctrl-Nothing"])
    func noSequence(text: String) {
        #expect(KeySequence(text) == nil)
    }

    @Test("no preset has keys that hide each other", arguments: Settings.KeyPreset.allCases)
    func presets(preset: Settings.KeyPreset) {
        var settings = Settings()
        settings.keyPreset = preset
        let map = KeyMap(settings: settings)
        #expect(map.problems == [])
        for context in KeyContext.allCases {
            #expect(!map.sequences(of: .back, in: context).isEmpty, "\(context) has a way back")
        }
    }

    @Test("in text contexts, a command's hint is never a letter", arguments: Settings.KeyPreset.allCases)
    func namesInTexts(preset: Settings.KeyPreset) throws {
        var settings = Settings()
        settings.keyPreset = preset
        let map = KeyMap(settings: settings)
        for context in KeyContext.allCases where context.takesText {
            let name = try #require(map.name(of: .back, in: context))
            #expect(KeySequence(name)?.keys.first?.typed == nil, "\(context): \(name)")
        }
    }

    @Test("custom letters leave a command its default keys in text contexts")
    func lettersInTexts() {
        var settings = Settings()
        settings.keys = ["back": ["q"], "open": ["o", "F4"], "picker.down": ["j"]]
        let map = KeyMap(settings: settings)
        #expect(map.name(of: .back, in: .picker) == "Esc")
        #expect(map.name(of: .back, in: .list) == "q")
        #expect(map.sequences(of: .open, in: .picker).map(\.description) == ["F4"])
        #expect(map.name(of: .down, in: .picker) == "Down")
        #expect(map.problems.map(\.binding) == ["picker.down"])
    }

    @Test("every bound command has a help text")
    func titles() {
        let map = KeyMap()
        for context in KeyContext.allCases {
            for (command, keys) in KeyTable.bindings[context] ?? [] where !keys.isEmpty {
                #expect(CommandTable.definition(of: command) != nil, "\(command)")
                #expect(!map.sequences(of: command, in: context).isEmpty, "\(command) in \(context)")
            }
        }
    }

    @Test("no screen binds a key twice, and no binding is another's prefix")
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

    @Test("hints show the first of several custom keys")
    func firstOwn() {
        var settings = Settings()
        settings.keys = ["help": ["F9", "Alt-h", "F1"]]
        let keys = KeyMap(settings: settings).sequences(of: .help, in: .list).map(\.description)
        #expect(keys == ["F9", "Alt-h", "F1"])
    }

    @Test("a custom key replaces the default keys")
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

    @Test("bad bindings are reported")
    func problems() {
        var settings = Settings()
        settings.keys = ["fly": ["f"], "archive": ["Hyper-e"], "star": ["g"]]
        let problems = KeyMap(settings: settings).problems.map(\.sentence)
        #expect(problems.count == 26)
        #expect(problems.contains { $0.contains("fly") })
        #expect(problems.contains { $0.contains("Hyper-e") })
        #expect(problems.contains { $0.contains("“g” for “star” hides “gg”") })
        #expect(problems.contains { $0.contains("“g” for “star” hides “gm”") })
    }

    @Test("a swapped key and command is reported as such; an unknown name points to the full list")
    func remedies() {
        var settings = Settings()
        settings.keys = ["e": ["archive"], "nosuchthing": ["f"]]
        #expect(
            Set(KeyMap(settings: settings).problems.map(\.sentence)) == [
                "“e” is a key and “archive” a command: write it the other way round, \"archive\": \"e\"",
                "there is no command “nosuchthing” to bind keys to; `maraca settings --keys` names them all",
            ])
    }

    @Test(
        "some key always quits, and a config with none is reported",
        arguments: [[:], ["archive": ["Ctrl-q", "Ctrl-c"]]])
    func wayOut(others: [String: [String]]) throws {
        var settings = Settings()
        settings.keys = others.merging(["quit": []]) { $1 }
        let map = KeyMap(settings: settings)
        for context in KeyContext.allCases {
            #expect(map.sequences(of: .quit, in: context).map(\.description) == ["Ctrl-q"], "\(context)")
        }
        #expect(map.problems.count == 1 && map.problems[0].sentence.hasPrefix("“quit” needs a key and keeps “Ctrl-q”"))
    }

    @Test("a main command that loses its last key is reported with a fix, unless that was intended")
    func lastKeys() {
        func told(_ keys: [String: [String]]) -> [String] {
            var settings = Settings()
            settings.keys = keys
            return KeyMap(settings: settings).problems.map(\.sentence)
        }
        #expect(told(["archive": ["z"]]) == ["“archive” takes “z”, the last key of “undo”; give “undo” another one"])
        #expect(
            told(["move:Work": ["e"]]) == [
                "“move:Work” takes “e”, the last key of “archive”; give “archive” another one"
            ])
        #expect(told(["archive": ["z"], "undo": ["e"]]).isEmpty, "they change places")
        #expect(told(["archive": ["z"], "undo": []]).isEmpty, "that is meant")
        #expect(told(["archive": ["q", "b"]]).isEmpty, "quitting has others, and snoozing is none of them")
    }

    @Test("a begun sequence waits, and another key cancels it")
    func reading() {
        let map = KeyMap()
        var reader = KeyReader()
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.begun == ["g"])
        #expect(reader.press("g", in: .list, map) == .command(.top, count: 1))
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press("e", in: .list, map) == .meaningless(["g", "e"]))
        #expect(reader.begun.isEmpty)
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press(.up, in: .list, map) == .command(.up, count: 1))
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press(.escape, in: .list, map) == .waiting)
        #expect(reader.begun.isEmpty)
        #expect(reader.press("y", in: .list, map) == .unbound("y"))
    }

    @Test("a sequence begun on one screen doesn't end on another")
    func contexts() {
        let map = KeyMap()
        var reader = KeyReader()
        #expect(reader.press("g", in: .list, map) == .waiting)
        #expect(reader.press("g", in: .thread, map) == .waiting)
        #expect(reader.press("g", in: .thread, map) == .command(.top, count: 1))
    }

    @Test(
        "a key for one message, pressed over whole threads, does nothing to the thread",
        arguments: [KeyContext.list, .deck])
    func messageKeysOverThreads(context: KeyContext) {
        let cases: [(Settings.KeyPreset, [Key])] = [(.maraca, [",", "e"]), (.mutt, [",", ",", "E"])]
        for (preset, keys) in cases {
            var settings = Settings()
            settings.keyPreset = preset
            let map = KeyMap(settings: settings)
            var reader = KeyReader()
            let outcomes = keys.map { reader.press($0, in: context, map) }
            #expect(outcomes.dropLast().allSatisfy { $0 == .waiting })
            #expect(outcomes.last == .meaningless(keys) && !reader.isWaiting)
        }
    }

    @Test("presets leave every command of a screen a key", arguments: Settings.KeyPreset.allCases)
    func presetsComplete(preset: Settings.KeyPreset) {
        var settings = Settings()
        settings.keyPreset = preset
        let map = KeyMap(settings: settings)
        for (context, entries) in KeyTable.bindings {
            for (command, keys) in entries where !keys.isEmpty {
                #expect(!map.sequences(of: command, in: context).isEmpty, "\(command) in \(context) with \(preset)")
            }
        }
    }

    /// The functions of the programs' own keys, or our closest commands; nil for none.
    private static let mutt: [(KeyContext, String, Command?)] = [
        (.list, "m", .compose), (.list, "r", .reply), (.list, "g", .replyAll), (.list, "L", .replyList),
        (.list, "f", .forward), (.list, "b", .bounce), (.list, "s", .move), (.list, "c", .goTo), (.list, "y", .drawer),
        (.list, "d", .trash), (.list, "u", .undo), (.list, "N", .unread), (.list, "F", .star), (.list, "t", .select),
        (.list, "T", .selectMatching), (.list, "l", .search), (.list, "/", .search), (.list, "n", .nextMatch),
        (.list, "|", .pipe), (.list, "p", .pipe), (.list, "$", .refresh), (.list, "Tab", .nextMatch),
        (.list, "q", .quit), (.list, "x", .quit), (.list, "o d", .sortByDate), (.list, "o f", .sortBySender),
        (.list, "=", .top), (.list, "*", .bottom), (.list, "z", .pageOn), (.list, "Z", .pageUp),
        (.list, "R", .lastDraft), (.list, "Q", .contacts), (.list, "a", .addContact), (.list, "!", .runCommand),
        (.list, "Space", .open), (.list, "Ctrl-r", .shake), (.list, "C", .copyTo), (.list, "w N", .unread),
        (.list, "W N", .shake), (.list, "w !", .addStar), (.list, "W !", .removeStar), (.thread, "W !", .removeStar),
        // Functions of mutt that we lack: show-version, tag-prefix, attachments of a closed message, break-thread.
        (.list, "V", nil), (.list, ";", nil), (.list, "v", nil), (.list, "#", nil), (.list, "e", nil),
        (.list, "h", nil),
        (.thread, "P", .goToParent), (.thread, "v", .parts), (.thread, "h", .headers), (.thread, "T", .quotes),
        (.thread, "i", .back),
        (.thread, "x", .back), (.thread, "J", .nextThread), (.thread, "e", .editAsNew),
        (.thread, "s", .moveMessage), (.thread, "d", .trashMessage), (.thread, "Ctrl-d", .trash),
        (.list, "Ctrl-d", .trash),
        (.thread, "m", .compose), (.thread, "g", .replyAll), (.thread, "$", .bottom), (.thread, "c", .goTo),
        (.outbox, "x", .back), (.outbox, "d", .discard),
    ]

    private static let gmail: [(KeyContext, String, Command?)] = [
        (.list, "c", .compose), (.list, "d", .compose), (.list, "/", .search), (.list, "o", .open),
        (.list, "e", .archive), (.list, "y", .archive), (.list, "s", .star), (.list, "+", .addStar),
        (.list, "!", .junk),
        (.list, "#", .trash), (.list, "r", .reply), (.list, "a", .replyAll), (.list, "f", .forward),
        (.list, "z", .undo), (.list, "m", .mute), (.list, "l", .label), (.list, "v", .move), (.list, "x", .select),
        (.list, "I", .shake), (.list, "U", .unread), (.list, "b", .snooze), (.list, "g i", .goInbox),
        (.list, "g s", .goStarred), (.list, "g t", .goSent), (.list, "g d", .goDrafts), (.list, "g a", .goAll),
        (.list, "g b", .goSnoozed), (.list, "g l", .goTo), (.list, "g c", .contacts), (.list, ".", .palette),
        (.list, "?", .help), (.list, "N", .refresh), (.list, "T", .replyLater), (.list, "q", nil),
        (.thread, "u", .back), (.thread, "n", .down), (.thread, "p", .up), (.thread, "j", .nextThread),
        (.thread, "k", .previousThread), (.thread, "g i", .goInbox), (.thread, "g l", .goTo), (.thread, "s", .star),
        (.thread, "]", .archiveNext),
        (.thread, "A", .replyAll), (.thread, "F", .forward), (.thread, "R", .reply), (.thread, "q", nil),
        (.thread, "_", .unreadFromHere), (.thread, "[", .archivePrevious), (.list, "}", .archiveNext),
        (.list, "{", .archivePrevious), (.list, "* a", .selectAll), (.list, "* n", .selectNone),
        (.list, "* r", .selectRead), (.list, "* u", .selectUnread), (.list, "* s", .selectStarred), (.list, "-", nil),
    ]

    @Test("the mutt and Gmail presets give each known key its usual command, or none")
    func knownKeys() throws {
        for (preset, keys) in [(Settings.KeyPreset.mutt, Self.mutt), (.gmail, Self.gmail)] {
            var settings = Settings()
            settings.keyPreset = preset
            let map = KeyMap(settings: settings)
            for (context, key, command) in keys {
                let meaning = map.meaning(of: try #require(KeySequence(key)).keys, in: context)
                #expect(meaning == command.map { .command($0) } ?? .nothing, "\(preset) \(context) \(key)")
            }
        }
    }

    @Test("a binding for a single screen wins over a binding for all")
    func oneScreen() {
        var settings = Settings()
        settings.keys = ["list.archive": ["y"], "archive": ["w"]]
        let map = KeyMap(settings: settings)
        #expect(map.problems.isEmpty)
        #expect(map.meaning(of: ["y"], in: .list) == .command(.archive))
        #expect(map.meaning(of: ["w"], in: .list) == .nothing)
        #expect(map.meaning(of: ["w"], in: .thread) == .command(.archive))
    }

    @Test("custom keys that clash and unknown names or screens are reported with a fix")
    func ownClashes() {
        var settings = Settings()
        settings.keys = [
            "archive": ["y"], "star": ["y"], "serch": ["f"], "list.archve": ["q"], "lst.trash": ["d"],
            "login.trash": ["d"],
        ]
        let problems = KeyMap(settings: settings).problems
        #expect(
            problems.contains { $0.binding == "star" && $0.sentence.contains("“y” of “archive” is taken by “star”") })
        #expect(problems.contains { $0.sentence.contains("did you mean “search”?") })
        #expect(
            problems.contains { $0.sentence.contains("“list.archve” to bind keys to; did you mean “list.archive”?") })
        #expect(problems.contains { $0.sentence.contains("no screen “lst”; did you mean “list”?") })
        #expect(problems.contains { $0.sentence.contains("“trash” does nothing on the screen “login”; it works on “") })
    }

    @Test("a command that loses its custom key to another keeps its default key if free, and a message names it")
    func loserOfClash() {
        var settings = Settings()
        settings.keys = ["archive": ["y"], "star": ["y"]]
        var map = KeyMap(settings: settings)
        #expect(map.meaning(of: ["y"], in: .list) == .command(.star))
        for context in [KeyContext.list, .thread, .deck] {
            #expect(map.meaning(of: ["e"], in: context) == .command(.archive))
        }
        #expect(
            map.problems.map(\.sentence) == [
                "“y” of “archive” is taken by “star” as well; “archive” keeps “e” until you give one of them another key"
            ])
        settings.keys = ["archive": ["y", "y"]]
        #expect(KeyMap(settings: settings).problems.isEmpty, "a key that is listed twice clashes with nothing")
        settings.keys = ["archive": ["y"], "star": ["y", "e"]]
        map = KeyMap(settings: settings)
        #expect(map.meaning(of: ["e"], in: .list) == .command(.star))
        #expect(map.sequences(of: .archive, in: .list).isEmpty)
        #expect(
            map.problems.map(\.sentence) == [
                "“y” of “archive” is taken by “star” as well; give one of them another key"
            ])
        settings.keys = ["archive": ["y", "E"], "star": ["y"]]
        map = KeyMap(settings: settings)
        #expect(map.sequences(of: .archive, in: .list).map(\.description) == ["E"], "it has another of the user's own")
    }

    @Test(
        "a key no terminal sends is reported with the key sent instead",
        arguments: ["Ctrl-i", "Ctrl-m", "Ctrl-[", "Ctrl-h", "Ctrl-j", "Ctrl-?", "Ctrl-@", "Ctrl-/"])
    func neverSent(_ key: String) {
        var settings = Settings()
        settings.keys = ["mute": [key]]
        let map = KeyMap(settings: settings)
        #expect(map.problems.map(\.binding) == ["mute"])
        #expect(map.problems.first?.sentence.hasPrefix("terminals send “") == true)
        #expect(!map.sequences(of: .mute, in: .list).isEmpty, "the keys that it had stay")
    }

    @Test("a number repeats a movement, and gives the row count to an action in a list")
    func counts() {
        let map = KeyMap()
        var reader = KeyReader()
        func press(_ keys: Key...) -> KeyReader.Outcome {
            keys.map { reader.press($0, in: .list, map) }.last ?? .waiting
        }
        #expect(press("1", "0") == .waiting)
        #expect(reader.text == "10" && reader.isWaiting)
        #expect(press("j") == .command(.down, count: 10))
        #expect(press("3", "e") == .numbered(.archive, 3))
        #expect(press("e") == .command(.archive, count: 1))
        #expect(press("3", "c") == .command(.compose, count: 1))
        #expect(press("j") == .command(.down, count: 1))
        #expect(press("1", "2", .enter) == .numbered(.open, 12))
        #expect(press("4", .escape) == .waiting && !reader.isWaiting)
        #expect(press("0") == .unbound("0"))
    }

    @Test("docs/keys.md matches the program's output, and has every command of every screen")
    func reference() throws {
        let keys = KeyMap()
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/keys.md")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try keys.reference.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == keys.reference)
        for context in KeyContext.allCases {
            let told = Set(keys.entries.filter { $0.screen == context.rawValue }.map(\.command))
            #expect(told.isSuperset(of: (KeyTable.bindings[context] ?? []).map(\.0.rawValue)))
        }
        #expect(keys.reference.contains("| `\\|` |"), "a bar does not end its cell")
        #expect(keys.reference.contains("| `Alt-b` `Alt-f` |"), "what texts take by themselves stands there, too")
    }

    @Test("the key reference lists custom bindings by their names, and omits letters that are text")
    func referenceOfOwn() throws {
        var settings = Settings()
        settings.keys = ["go:Receipts": ["gR"], "archive": ["y"]]
        let entries = KeyMap(settings: settings).entries.filter { $0.screen == "list" }
        #expect(entries.contains { $0.command == "go:Receipts" && $0.keys == ["gR"] })
        #expect(entries.first { $0.command == "archive" }?.keys == ["y"])
    }
}
