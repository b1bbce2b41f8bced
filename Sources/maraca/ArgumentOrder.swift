import ArgumentParser

/// Global options may stand before or after the command; the parser wants them after it.
enum ArgumentOrder {
    private static let withValue: Set<String> = ["--home", "--account"]
    private static let flags: Set<String> = ["--json", "--verbose"]

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
        // `account add` and `outbox retry` are commands of two words.
        let nested =
            Maraca.configuration.subcommands.first { $0._commandName == command }?.configuration.subcommands ?? []
        if let second = rest.first, nested.contains(where: { $0._commandName == second }) {
            words.append(second)
            rest = rest.dropFirst()
        }
        return words + globals + rest
    }
}
