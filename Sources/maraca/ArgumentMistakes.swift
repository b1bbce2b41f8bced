import ArgumentParser
import Foundation
import InboxUI

/// Messages about arguments that the parser rejects or misreads.
enum ArgumentMistakes {
    /// A command that does not exist.
    struct UnknownCommand {
        var words: String
        var help: String
        /// The command that was probably meant.
        var meant: (any ParsableCommand.Type)?
    }

    /// What other programs call a command. By its letters “read” would be taken for “unread”, its contrary.
    private static let otherNames = [
        "read": "shake", "seen": "shake", "delete": "trash", "remove": "trash", "rm": "trash", "spam": "junk",
        "search": "list", "find": "list", "inbox": "list", "ls": "list", "view": "show", "cat": "show",
        "login": "account add", "logout": "account remove", "fetch": "sync", "pull": "sync", "new": "compose",
        "write": "compose", "config": "settings", "version": "--version",
    ]

    /// Returns what is wrong with the name of the command, or with those after `help`; the parser would list all commands, or make no
    /// guess.
    static func unknownCommand(in arguments: [String]) -> UnknownCommand? {
        let isTopic = arguments.first == "help"
        var known = Maraca.configuration.subcommands
        var path: [String] = []
        for name in ArgumentOrder.withoutOptions(isTopic ? arguments.dropFirst() : arguments.prefix(1)) {
            guard let next = known.first(where: { $0._commandName == name }) else {
                let near = Spelling.nearest(to: name, among: known.map { $0._commandName })
                let meant = path.isEmpty ? otherNames[name] ?? near : near
                let words = (path + [name]).joined(separator: " ")
                return UnknownCommand(
                    words: "there is no command “\(words)”\(meant.map { "; did you mean “\($0)”?" } ?? "")",
                    help: "  `maraca help\(path.map { " " + $0 }.joined())` lists them",
                    meant: isTopic ? nil : known.first { $0._commandName == near })
            }
            path.append(name)
            known = next.configuration.subcommands
        }
        return nil
    }

    /// Refuses `--demo` with a command other than `serve`: the parser takes the flag wherever it stands, and the command would act on the
    /// user's own mail.
    /// - Parameter command: what the parser made of the arguments: its own command where help is asked for.
    static func refuseDemo(of command: any ParsableCommand, in arguments: [String]) throws(CommandFailure) {
        let isMeant = command is Maraca || command is ServeCommand || !isOurs(type(of: command))
        guard !isMeant, arguments.prefix(while: { $0 != "--" }).contains("--demo") else { return }
        throw CommandFailure(
            message: "--demo opens the client with invented mail, and goes with no command but serve",
            below: ["  for commands start `maraca serve --demo`, and add its account under another --home"], status: 2)
    }

    private static func isOurs(
        _ command: any ParsableCommand.Type, below parent: any ParsableCommand.Type = Maraca.self
    ) -> Bool {
        command == parent || parent.configuration.subcommands.contains { isOurs(command, below: $0) }
    }

    /// Returns the proper message if the parser shows help that nobody asked for: it reads `-there` as `-t -h -e -r -e`.
    static func takenForHelp(_ arguments: [String]) -> String? {
        let words = Array(arguments.prefix { $0 != "--" })
        guard words.first != "help", !words.contains(where: { ["-h", "-help", "--help", "--version"].contains($0) }),
            let place = words.firstIndex(where: { $0.contains("h") && $0.wholeMatch(of: /-[^-].+/) != nil })
        else { return nil }
        if place > 0, words[place - 1].hasPrefix("--"), help(arguments).contains("\(words[place - 1]) <") {
            return "Missing value for '\(words[place - 1])'"
        }
        return "Unknown option '\(words[place])'"
    }

    /// Returns the parser's message, or the one about an option that does not exist, whose value the parser took for another argument: it
    /// complains about that first.
    static func namingUnknownOption(_ message: String, _ arguments: [String]) -> String {
        guard !message.contains("Unknown option '"), !message.contains("Missing value for '") else { return message }
        let known = options(arguments).flatMap { $0.components(separatedBy: ", ") }
            .flatMap { $0.components(separatedBy: "/") }
        let typed = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        guard !known.isEmpty, let option = typed.first(where: { !known.contains(String($0)) }) else { return message }
        let near = Spelling.nearest(to: String(option), among: known.filter { $0.hasPrefix("--") })
        let words = "Unknown option '\(option)'.\(near.map { " Did you mean '\($0)'?" } ?? "")"
        let usage = message.components(separatedBy: "\n").drop { !$0.hasPrefix("Usage:") }
        return ([words] + usage).joined(separator: "\n")
    }

    /// Returns the existing options for an unknown one, or advice on a value that was taken for an option; nil for any other message.
    static func advice(on message: String, _ arguments: [String]) -> String? {
        let names = options(arguments)
        if let option = message.firstMatch(of: /Missing value for '(--[^' ]+)/) {
            guard let value = arguments.drop(while: { $0 != option.1 }).dropFirst().first else { return nil }
            let isOption = names.contains { $0.components(separatedBy: ", ").contains(value) }
            return isOption ? nil : "A value that begins with - comes after =: `\(option.1)=\(value)`."
        }
        if message.contains("nexpected argument") { return nestedCommand(in: arguments) }
        let isUnknown = message.contains("Unknown option '")
        guard isUnknown || message.contains("Missing expected argument '<query>") else { return nil }
        // `-from:ann` is a search term, not an option.
        if let word = arguments.first(where: { $0.wholeMatch(of: /-[^'\-][^':]*:.+/) != nil }) {
            let typed = arguments.first.map { $0 + " " } ?? ""
            return "What begins with - but is no option comes after --: `maraca \(typed)-- \(word)`."
        }
        return !isUnknown || names.isEmpty ? nil : "It takes " + names.joined(separator: ", ") + "."
    }

    /// Returns a guess at the nested command that was meant, such as `outbox retry`.
    private static func nestedCommand(in arguments: [String]) -> String? {
        let names = ArgumentOrder.command(of: arguments).configuration.subcommands.map { $0._commandName }
        let words = ArgumentOrder.withoutOptions(arguments[...])
        guard words.count > 1, let near = Spelling.nearest(to: words[1], among: names) else { return nil }
        return "Did you mean `maraca \(words[0]) \(near)`?"
    }

    /// Returns the parser's message without a suggestion that is unlike the typed option.
    static func withoutFarGuess(_ message: String) -> String {
        guard let match = message.firstMatch(of: /Unknown option '-*([^']*)'\.( Did you mean '-*([^']*)'\?)/),
            Spelling.distance(String(match.1), String(match.3)) * 2 >= match.1.count
        else { return message }
        return message.replacingCharacters(in: match.2.startIndex..<match.2.endIndex, with: "")
    }

    /// Returns the options of the command, each with all of its names.
    private static func options(_ arguments: [String]) -> [String] {
        help(arguments).split(separator: "\n")
            .compactMap { $0.firstMatch(of: /^  (-[^ ,]+(?:, -[^ ,]+)*)/).map { String($0.1) } }
    }

    /// Returns the help of the command, with each option on its own line.
    private static func help(_ arguments: [String]) -> String {
        Maraca.helpMessage(for: ArgumentOrder.command(of: arguments), columns: 200)
    }
}
