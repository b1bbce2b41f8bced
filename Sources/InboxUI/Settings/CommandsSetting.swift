import Foundation
import InboxKit

/// Reads and writes the setting `commands`: shell commands and series of commands, by name.
enum CommandsSetting {
    static let expects =
        "an object of names and {\"run\": a command, \"seconds\": how long it may take, \"block\": true for one above messages}"
        + " or {\"do\": a list of commands}"

    private enum Kind {
        case shell(NamedCommand)
        case series(Series)
    }

    static func take(_ settings: inout Settings, _ given: SettingValue) -> [SettingFlaw] {
        var flaws: [SettingFlaw] = []
        var unknown: [SettingFlaw] = []
        let all = given.entries(expects, &flaws) { name, value throws(SettingFlaw) -> Kind in
            guard !name.allSatisfy(\.isWhitespace) else {
                throw SettingFlaw("must have a name: keys and the palette run it by that")
            }
            guard case .object(let parts) = value, parts["run"] != nil || parts["do"] != nil else {
                throw SettingFlaw(
                    "must be an object with “run” or “do”, such as {\"run\": \"wc\"} or {\"do\": [\"star\", \"archive\"]}"
                )
            }
            guard parts["run"] == nil || parts["do"] == nil else {
                throw SettingFlaw("has both “run” and “do”; make it two commands")
            }
            let known = parts["do"] == nil ? ["run", "seconds", "block"] : ["do"]
            // An unknown key does not spoil the command.
            unknown += parts.keys.sorted().filter { !known.contains($0) }
                .map { SettingFlaw.unknown($0, among: known).inside(name) }
            if let steps = parts["do"] {
                return .series(try SettingsTable.inside("do") { () throws(SettingFlaw) in try series(steps) })
            }
            return .shell(try shell(parts))
        }
        guard let all else { return flaws }
        settings.commands = all.compactMapValues { if case .shell(let command) = $0 { command } else { nil } }
        settings.series = all.compactMapValues { if case .series(let series) = $0 { series } else { nil } }
        return flaws + unknown
    }

    static func value(_ settings: Settings) -> SettingValue {
        let shell = settings.commands.mapValues { command in
            SettingValue.object([
                "run": .text(command.run), "seconds": .number(Double(command.seconds)),
                "block": .bool(command.isBlock),
            ])
        }
        let series = settings.series.mapValues { series in
            SettingValue.object(["do": .list(series.steps.map { .text($0.text) })])
        }
        return .object(shell.merging(series) { command, _ in command })
    }

    private static func shell(_ parts: [String: SettingValue]) throws(SettingFlaw) -> NamedCommand {
        var command = NamedCommand(
            run: try SettingsTable.inside("run") { () throws(SettingFlaw) in
                try (parts["run"] ?? .null).filledText("a command")
            })
        if let seconds = parts["seconds"] {
            command.seconds = try SettingsTable.inside("seconds") { () throws(SettingFlaw) in
                try seconds.whole(1...3_600)
            }
        }
        if let block = parts["block"] {
            guard case .bool(let isBlock) = block else { throw SettingFlaw("must be true or false", at: "block") }
            command.isBlock = isBlock
        }
        return command
    }

    // MARK: Series

    private static func series(_ value: SettingValue) throws(SettingFlaw) -> Series {
        guard let texts = value.texts, !texts.isEmpty else {
            throw SettingFlaw("must be a list of commands, such as [\"label:Work\", \"archive\"]")
        }
        var steps: [Series.Step] = []
        for (index, text) in texts.enumerated() {
            do throws(SettingFlaw) {
                steps.append(try step(text))
            } catch {
                if case .text = value { throw error }
                throw error.inside("[\(index)]")
            }
        }
        let times = steps.filter { if case .own(let own, _) = $0 { own.deed == .snooze } else { false } }
        guard times.count < 2 else { throw SettingFlaw("snoozes twice; leave out one of the times") }
        return Series(steps)
    }

    private static func step(_ text: String) throws(SettingFlaw) -> Series.Step {
        if let command = Command(rawValue: text) {
            guard Series.commands.contains(where: { $0.command == command }) else {
                throw SettingFlaw(asks(command).map { "is “\(text)”, which asks: write “\($0)”" } ?? noStep(text))
            }
            return .command(command)
        }
        let takesOff = text.hasPrefix("-")
        guard let own = OwnKey(takesOff ? String(text.dropFirst()) : text) else {
            let near = Spelling.nearest(to: text, among: Series.commands.map(\.command.rawValue))
            throw SettingFlaw(
                near.map { "is “\(text)”, which is not a command; did you mean “\($0)”?" } ?? noStep(text))
        }
        guard Series.deeds.contains(own.deed), !takesOff || own.deed == .label || own.deed == .tag else {
            throw SettingFlaw(noStep(text))
        }
        // The settings accept a time of today that is already past.
        if own.deed == .snooze, SendTime.parse(own.object, now: Calendar.current.startOfDay(for: .now)) == nil {
            throw SettingFlaw("is “\(text)”, which is not a future time; write one like “snooze:tomorrow 8”")
        }
        return .own(own, takesOff: takesOff)
    }

    /// Returns the form to write instead of a command that asks.
    private static func asks(_ command: Command) -> String? {
        switch command {
        case .move: "move:NAME"
        case .copyTo: "copy:NAME"
        case .label: "label:NAME"
        case .snooze: "snooze:TIME"
        default: nil
        }
    }

    private static func noStep(_ text: String) -> String {
        let commands = Series.commands.map(\.command.rawValue).joined(separator: ", ")
        return "is “\(text)”, which can't be part of a series; use \(commands), move:NAME, copy:NAME, label:NAME or "
            + "-label:NAME, tag:NAME or -tag:NAME, snooze:TIME"
    }
}
