import Foundation
import TestSupport
import Testing

@testable import InboxServer

@Suite("Any history of a Maildir and its account")
struct MaildirLawTests {
    /// `HISTORIES=500` runs that many.
    private static let seeds = 0..<(ProcessInfo.processInfo.environment["HISTORIES"].flatMap(Int.init) ?? 12)

    /// Both sides do things at random, with passes and restarts between, and mailboxes are made in others, renamed and moved meanwhile. In
    /// the end both have the same mail, nothing is there twice, and only what somebody deleted is gone.
    @Test("ends with both in step, and without loss", arguments: seeds)
    func histories(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        try await MaildirWorld.with(folders: ["", ".Sent", ".Work", ".Work.2026", ".Trash"]) { world async throws in
            var deleted: Set<String> = []
            var made = 0
            for step in 0..<80 {
                let files = world.files
                let subs = [""] + world.folders
                let shown = try await world.shown().keys.sorted()
                let own = try await world.ownMailboxes()
                // Each name is new: a folder that has it already would be another program's.
                let outer = (own + [""]).randomElement(using: &random) ?? ""
                let new = (outer.isEmpty ? "" : outer + "/") + "n\(step)"
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    made += 1
                    try world.put(MailText("m\(made)"), "\(subs.randomElement(using: &random) ?? "")/new/f\(made)")
                case 1:
                    made += 1
                    try await world.add(
                        MailText("m\(made)"), to: ["INBOX", "Sent", "Archive"].randomElement(using: &random) ?? "")
                case 2, 3:
                    guard let file = files.randomElement(using: &random) else { continue }
                    let flags = ["", "S", "F", "FS", "RS", "P"].randomElement(using: &random) ?? ""
                    let (folder, name) = Self.parts(file)
                    try world.rename(file, Self.path(folder, "\(MaildirFileName(name).stem):2,\(flags)"))
                case 4:
                    guard let file = files.randomElement(using: &random) else { continue }
                    let (_, name) = Self.parts(file)
                    let folder = subs.randomElement(using: &random) ?? ""
                    try world.rename(file, Self.path(folder, MaildirFileName(name).text))
                case 5 where made > 4:
                    guard let file = files.randomElement(using: &random) else { continue }
                    deleted.insert(Self.id(world.text(file)))
                    try world.delete(file)
                case 6:
                    guard let id = shown.randomElement(using: &random) else { continue }
                    try await world.mark(id, MaildirMarks(rawValue: Int.random(in: 0..<16, using: &random)))
                case 7:
                    guard let id = shown.randomElement(using: &random) else { continue }
                    try await world.move(
                        id, to: (["INBOX", "Trash", "Archive"] + own).randomElement(using: &random) ?? "")
                case 8 where made > 4:
                    guard let id = shown.randomElement(using: &random) else { continue }
                    deleted.insert(id)
                    try await world.destroy(id)
                case 9: try await world.makeMailbox(new)
                case 10:
                    guard let old = own.randomElement(using: &random), !(new + "/").hasPrefix(old + "/") else {
                        continue
                    }
                    try await world.renameMailbox(old, to: new)
                default:
                    if Int.random(in: 0..<6, using: &random) == 0 { try await world.restart() }
                    try await world.sync.pass()
                }
            }
            try await world.settle()
            try await world.settle()
            let shown = try await world.shown()
            let written = world.files.map { Self.id(world.text($0)) }
            #expect(written.sorted() == shown.keys.sorted(), "seed \(seed)")
            let lost = Set((1...max(made, 1)).map { "m\($0)" }).subtracting(shown.keys).subtracting(deleted)
            #expect(lost.isEmpty || made == 0, "seed \(seed): \(lost.sorted())")
            for file in world.files {
                let (folder, name) = Self.parts(file)
                let place = folder.isEmpty ? "INBOX" : String(folder.dropFirst()).replacing(".", with: "/")
                let message = shown[Self.id(world.text(file))]
                #expect(message?.mailbox == place, "seed \(seed): \(file)")
                #expect(message?.marks == MaildirMarks(MaildirFileName(name).flags), "seed \(seed): \(file)")
            }
        }
    }

    private static func path(_ folder: String, _ name: String) -> String {
        (folder.isEmpty ? "" : folder + "/") + "cur/" + name
    }

    private static func parts(_ file: String) -> (folder: String, name: String) {
        let parts = file.split(separator: "/").map(String.init)
        return (parts.dropLast(2).joined(separator: "/"), parts.last ?? "")
    }

    private static func id(_ text: String) -> String {
        String(text.split(separator: "Message-ID: <").last?.prefix { $0 != "@" } ?? "")
    }
}
