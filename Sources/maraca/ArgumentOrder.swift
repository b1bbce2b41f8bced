import ArgumentParser

/// Moves global options, which may precede the command, behind it, as the parser requires.
enum ArgumentOrder {
    private static let withValue: Set<String> = ["--home", "--account"]
    private static let flags: Set<String> = ["--json", "--verbose", "--demo"]

    static func globalsAfterCommand(_ arguments: [String]) -> [String] {
        var globals: [String] = []
        var rest = arguments[...]
        while let first = rest.first {
            if withValue.contains(first), rest.count > 1 {
                globals += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if flags.contains(first) || withValue.contains(where: { first.hasPrefix($0 + "=") }) {
                globals.append(first)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard let command = rest.first, !command.hasPrefix("-") else { return arguments }
        if command.lowercased().hasPrefix("mailto:") { return ["compose"] + globals + rest }
        var words = [command]
        rest = rest.dropFirst()
        // `account add` and `outbox retry` are nested commands.
        let nested =
            Maraca.configuration.subcommands.first { $0._commandName == command }?.configuration.subcommands ?? []
        if let second = rest.first, nested.contains(where: { $0._commandName == second }) {
            words.append(second)
            rest = rest.dropFirst()
        }
        return words + globals + (command == "send" ? withoutSendmailOptions(rest) : Array(rest))
    }

    private static let sendmailValues: Set<Character> = ["F", "N", "R", "B", "V", "h", "X", "p", "O"]
    private static let sendmailFlags: Set<String> = ["-v", "-G", "-n", "-m", "-s", "-U", "-bm"]
    /// Options of `send` with a value, which is never an option of sendmail, whatever it looks like.
    private static let sendValues: Set<String> = [
        "--from", "--to", "--cc", "--bcc", "--subject", "--attach", "--at", "--template", "--home", "--account", "-f",
        "-r",
    ]

    /// Removes options that programs pass to sendmail and that mean nothing here: `-oem`, `-odi`, `-FName`, `-N never`. An address may
    /// directly follow `-f`.
    private static func withoutSendmailOptions(_ arguments: ArraySlice<String>) -> [String] {
        var kept: [String] = []
        var rest = arguments
        while let first = rest.popFirst() {
            if first == "--" { return kept + [first] + rest }
            let second = first.dropFirst().first
            if sendValues.contains(first) {
                kept.append(first)
                if let value = rest.popFirst() { kept.append(value) }
            } else if !first.hasPrefix("-") || first.hasPrefix("--") {
                kept.append(first)
            } else if first.count > 2, second == "f" || second == "r" {
                kept += ["-f", String(first.dropFirst(2))]
            } else if first.count > 2, second == "o" {
                continue
            } else if second == "h", Int(first.count > 2 ? String(first.dropFirst(2)) : rest.first ?? "") == nil {
                // With a number it is sendmail's hop count.
                kept.append(first)
            } else if let second, sendmailValues.contains(second) {
                if first.count == 2 { _ = rest.popFirst() }
            } else if !sendmailFlags.contains(first) {
                kept.append(first)
            }
        }
        return kept
    }

    /// Returns the arguments that are neither options nor values of global options.
    static func withoutOptions(_ arguments: ArraySlice<String>) -> [String] {
        var takesValue = false
        return arguments.filter { name in
            let isWord = !takesValue && !name.hasPrefix("-")
            takesValue = !takesValue && withValue.contains(name)
            return isWord
        }
    }

    /// Returns the command that the arguments begin with.
    static func command(of arguments: [String]) -> any ParsableCommand.Type {
        var command: any ParsableCommand.Type = Maraca.self
        for name in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == name }) else { break }
            command = next
        }
        return command
    }

    /// Returns the home folder that a command line names, even if the rest cannot be parsed.
    static func home(in words: [String]) -> String? {
        if let place = words.lastIndex(of: "--home"), place + 1 < words.count { return words[place + 1] }
        return words.first { $0.hasPrefix("--home=") }.map { String($0.dropFirst("--home=".count)) }
    }
}
