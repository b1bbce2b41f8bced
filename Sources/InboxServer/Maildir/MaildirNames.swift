/// Names of mailboxes and of folders that begin differently: a mailbox with a role is called the same in every account, whatever its
/// folder is called. `Archives/2024` of a Maildir whose `Archives` is the archive is the mailbox `Archive/2024`.
struct MaildirNames {
    /// The folder's name of each mailbox that has a role and a folder of its own, longer names first.
    private let roles: [(mailbox: String, folder: String)]

    init(_ places: [MaildirPlace], _ list: MailboxList) {
        let known = places.compactMap { place -> (mailbox: String, folder: String)? in
            guard let mailbox = list[place.mailbox], mailbox.role != nil, let folder = MaildirTree.name(of: place.path)
            else { return nil }
            return (mailbox.displayName, folder)
        }
        roles = known.sorted { $0.folder.count > $1.folder.count }
    }

    func mailbox(forFolder name: String) -> String {
        let found = roles.first { name.hasPrefix($0.folder + "/") }
        return found.map { $0.mailbox + name.dropFirst($0.folder.count) } ?? name
    }

    /// Upper and lower case make no difference in the names of mailboxes.
    func folder(forMailbox name: String) -> String {
        let found = roles.first { name.lowercased().hasPrefix($0.mailbox.lowercased() + "/") }
        return found.map { $0.folder + name.dropFirst($0.mailbox.count) } ?? name
    }
}
