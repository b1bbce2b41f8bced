import TestSupport

@testable import InboxIMAP

/// The other client.
extension LawWorld {
    mutating func elsewhere() {
        let mails = server.snapshot().flatMap { folder, mails in
            mails.filter { !$0.flags.contains("\\Deleted") && !$0.flags.contains("\\Draft") }.map { (folder, $0) }
        }.sorted { ($0.0, $0.1.uid) < ($1.0, $1.1.uid) }
        let own = server.folderNames.filter { name in
            !["INBOX", "Archive", "Drafts", "Junk", "Sent", "Trash"].contains(name)
        }
        switch random.int(0..<14) {
        case 0...3: deliver()
        case 4, 5: mark(mails)
        case 6, 7: move(mails, isCopy: false)
        case 8: move(mails, isCopy: true)
        case 9: expunge(mails)
        case 10: createFolder(own)
        case 11: renameFolder(own)
        case 12: deleteFolder(own)
        default:
            let folder = random.pick(server.folderNames)
            note("other: UIDVALIDITY of \(folder)")
            server.changeUIDValidity(folder)
        }
    }

    mutating func deliver() {
        made += 1
        let folder = random.pick(server.folderNames.filter { $0 != "Drafts" && !$0.hasSuffix("/Drafts") })
        let answering = made > 1 && random.chance(40) ? random.int(1..<made) : nil
        note("other: m\(made) to \(folder)")
        server.deliver(
            NumberedMail.text(made, answering: answering), to: folder, flags: random.chance(30) ? ["\\Seen"] : [],
            date: .test(random.int(0..<50) * (isWide ? 86_400 : 1)))
    }

    private mutating func mark(_ mails: [(String, SeenMail)]) {
        guard let (folder, mail) = mails.isEmpty ? nil : random.pick(mails) else { return }
        let flags = Set(random.some(of: ["\\Seen", "\\Flagged", "\\Answered", "$Own", "$Label1"], percent: 40))
        note("other: \(NumberedMail.header(of: mail.bytes)) in \(folder) is \(flags.sorted())")
        server.setFlags(flags, mail.uid, in: folder)
    }

    private mutating func move(_ mails: [(String, SeenMail)], isCopy: Bool) {
        guard let (folder, mail) = mails.isEmpty ? nil : random.pick(mails) else { return }
        let header = NumberedMail.header(of: mail.bytes)
        let target = random.pick(server.folderNames)
        // Two of the same in one folder would be the other client's doing.
        guard !target.hasSuffix("Drafts"),
            !server.mail(in: target).contains(where: { NumberedMail.header(of: $0.bytes) == header })
        else { return }
        note("other: \(header) \(isCopy ? "copied" : "moved") from \(folder) to \(target)")
        if isCopy {
            server.copy(mail.uid, from: folder, to: target)
        } else {
            server.move(mail.uid, from: folder, to: target)
        }
    }

    private mutating func expunge(_ mails: [(String, SeenMail)]) {
        guard let (folder, mail) = mails.isEmpty ? nil : random.pick(mails) else { return }
        note("other: \(NumberedMail.header(of: mail.bytes)) expunged from \(folder)")
        losing { $0.expunge(mail.uid, from: folder) }
    }

    /// Does something that may delete mail for good, on purpose.
    mutating func losing(_ body: (TestMailServer) -> Void) {
        let before = Set(server.truth().keys)
        body(server)
        deleted.formUnion(before.subtracting(server.truth().keys))
    }

    mutating func name(_ own: [String]) -> String {
        let outer = random.chance(40) && !own.isEmpty ? random.pick(own) + "/" : ""
        return "\(outer)n\(story.count)" + (random.chance(20) ? " ü&" : "")
    }

    private mutating func createFolder(_ own: [String]) {
        let name = name(own)
        note("other: creates \(name)")
        server.createFolder(name)
    }

    private mutating func renameFolder(_ own: [String]) {
        guard !own.isEmpty else { return }
        let (old, new) = (random.pick(own), name(own))
        guard !(new + "/").hasPrefix(old + "/") else { return }
        note("other: renames \(old) to \(new)")
        server.renameFolder(old, to: new)
    }

    private mutating func deleteFolder(_ own: [String]) {
        guard own.count > 1 else { return }
        let name = random.pick(own)
        note("other: deletes \(name)")
        losing { $0.deleteFolder(name) }
    }
}
