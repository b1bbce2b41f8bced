import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxUI

/// The shell completions of option values, from the store of the home that the command line names.
enum Completing {
    static let accounts = offering { session in (try? session.knownAccounts().map(\.address)) ?? [] }

    /// Mailboxes by role, else by name.
    static let mailboxes = offering { session in
        ((try? session.mailboxes()) ?? []).map { $0.role?.rawValue ?? $0.name }
    }

    /// Mailboxes that the user made.
    static let ownMailboxes = offering { session in
        ((try? session.mailboxes()) ?? []).filter { $0.role == nil }.map(\.name)
    }

    /// Tags and labels.
    static let names = offering { session in
        ((try? session.tags()) ?? []).map(\.rawValue)
            + ((try? session.mailboxes()) ?? []).filter { $0.role == nil }.map(\.name)
    }

    /// The user's templates, which are in files and need no store.
    static let templates = CompletionKind.custom { words, _, prefix in
        guard let home = try? GlobalOptions.makeHome(ArgumentOrder.home(in: passedOn(words))) else { return [] }
        return fitting(Templates(beside: home.configuration).names, prefix)
    }

    private static func offering(_ find: @escaping @Sendable (MailSession) -> [String]) -> CompletionKind {
        .custom { words, _, prefix in
            var options = GlobalOptions()
            (options.home, options.account, options.json, options.verbose) = (
                ArgumentOrder.home(in: passedOn(words)), nil, false, false
            )
            // Opening would make a home where there is none.
            guard let home = try? options.makeHome(), FileManager.default.fileExists(atPath: home.storePath),
                let session = try? options.openSession(echoes: false)
            else { return [] }
            return fitting(find(session), prefix)
        }
    }

    /// Returns the words of a command line as its shell would pass them on: completion gets them as they were typed, with quotes and `~`,
    /// and bash splits them at `=`. Variables stay as they are.
    private static func passedOn(_ words: [String]) -> [String] {
        var whole: [String] = []
        for word in words {
            if let last = whole.last, last.hasPrefix("--"), word == "=" || last.hasSuffix("=") {
                whole[whole.count - 1] += word
            } else {
                whole.append(word)
            }
        }
        let named = ProcessInfo.processInfo.environment["HOME"] ?? ""
        let home = named.hasPrefix("/") ? named : NSHomeDirectory()
        return whole.map { word in
            let isAtHome = word == "~" || word.hasPrefix("~/")
            var (text, quote, isEscaped) = (isAtHome ? home : "", Character?.none, false)
            for character in isAtHome ? word.dropFirst() : word[...] {
                if !isEscaped, character == "\\", quote != "'" {
                    isEscaped = true
                } else if !isEscaped, quote == nil ? "'\"".contains(character) : quote == character {
                    quote = quote == nil ? character : nil
                } else {
                    text.append(character)
                    isEscaped = false
                }
            }
            return text
        }
    }

    private static func fitting(_ names: [String], _ prefix: String) -> [String] {
        let fitting = Set(names.map(Output.clean)).filter { $0.lowercased().hasPrefix(prefix.lowercased()) }.sorted()
        return CompletionShell.requesting == .bash ? fitting.compactMap(quotedForBash) : fitting
    }

    /// Quotes a name for bash, which expands whatever it is offered: it would run a command in the name of a mailbox, and such names
    /// come from servers (F-3).
    /// - Returns: nil for a name that bash would also expand in the completed line.
    private static func quotedForBash(_ name: String) -> String? {
        // By scalar: a mark behind a quote makes it a different `Character`, and bash sees a quote.
        let scalars = name.unicodeScalars
        guard !scalars.contains(where: { "$`\\".unicodeScalars.contains($0) }) else { return nil }
        let isPlain = scalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "@._+-/".unicodeScalars.contains($0)
        }
        return isPlain ? name : "'" + scalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
