import InboxModel

extension RemoteMailbox {
    /// A folder as a mailbox: what has a role comes first, then the others by name.
    init(_ folder: IndexedFolder) {
        let order = MailboxRole.allCases.firstIndex { $0 == folder.role } ?? MailboxRole.allCases.count
        self.init(id: folder.mailbox, name: folder.name, role: folder.role, sortOrder: order, rights: folder.rights)
    }
}
