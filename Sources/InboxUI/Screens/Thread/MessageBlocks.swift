import Foundation
import InboxKit
import InboxModel
import MailContent
import Programs
import TerminalUI

/// What a user-defined command prints above a message's text.
struct MessageBlock: Hashable, Sendable {
    var name: String
    var lines: [String]
    var isTroubled = false
}

/// Runs the block commands of the settings once for each message that is opened, and keeps their output.
@UI
final class MessageBlocks {
    private let commands: [String: NamedCommand]
    private let session: MailSession
    private let changed: () -> Void
    private var blocks: [MessageID: [MessageBlock]] = [:]
    private(set) var tasks: [Task<Void, Never>] = []

    /// The most lines of one command that are shown.
    private static let mostLines = 12

    /// - Returns: nil where the settings have no block commands.
    init?(_ settings: Settings, session: MailSession, changed: @escaping () -> Void) {
        commands = settings.commands.filter(\.value.isBlock)
        guard !commands.isEmpty else { return nil }
        self.session = session
        self.changed = changed
    }

    isolated deinit {
        for task in tasks { task.cancel() }
    }

    /// Whether these settings have the same block commands, so that the output so far is theirs.
    func suits(_ settings: Settings) -> Bool { settings.commands.filter(\.value.isBlock) == commands }

    /// Returns the output so far; the first call starts the commands.
    func blocks(of message: Message) -> [MessageBlock] {
        if let known = blocks[message.id] { return known }
        blocks[message.id] = []
        let mailboxes = (try? session.mailboxes()) ?? []
        let json = MessageJSON(message, body: session.bodyInStore(of: message.id), mailboxes: mailboxes)
        guard let input = try? JSONEncoder().encode(json) else { return [] }
        tasks.append(
            Task { [weak self, commands] in
                for (name, command) in commands.sorted(by: { $0.key < $1.key }) {
                    guard !Task.isCancelled else { return }
                    if let block = await Self.run(command, name, Array(input) + [10]) {
                        self?.add(block, to: message.id)
                    }
                }
            })
        return []
    }

    private func add(_ block: MessageBlock, to id: MessageID) {
        blocks[id, default: []].append(block)
        changed()
    }

    /// Runs a command; returns nil when it prints nothing.
    private static func run(_ command: NamedCommand, _ name: String, _ input: [UInt8]) async -> MessageBlock? {
        func trouble(_ words: String) -> MessageBlock { MessageBlock(name: name, lines: [words], isTroubled: true) }
        do throws(ProgramError) {
            let result = try await PipedProgram.run(
                ["/bin/sh", "-c", command.run], input: input, limit: .seconds(command.seconds))
            switch result.ending {
            case .byItself: break
            case .tookTooLong: return trouble("took longer than \(command.seconds) s and was stopped")
            case .printedTooMuch: return trouble("printed too much and was stopped")
            case .cancelled: return nil
            }
            guard result.status == 0 else { return trouble("failed (\(result.status))\(result.reason)") }
            let text = String(decoding: result.output.prefix(1 << 16), as: UTF8.self)
            let lines = text.split(separator: "\n").prefix(mostLines).map { CleanText.line(String($0)) }
            return lines.allSatisfy(\.isEmpty) ? nil : MessageBlock(name: name, lines: lines)
        } catch {
            return trouble("can't be started (error \(error.code))")
        }
    }
}
