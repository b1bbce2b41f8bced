/// What other programs did in a Maildir since its files and the records were in step.
struct MaildirNews {
    struct Changed {
        var record: MaildirRecord
        let file: MaildirTree.File
    }

    /// Files that nothing is known of.
    var added: [MaildirTree.File] = []
    /// Files with other flags, or in another folder.
    var changed: [Changed] = []
    /// Files that were written here and not noted any more, after a crash.
    var adopted: [Changed] = []
    /// Records whose files are gone.
    var gone: [MaildirRecord] = []

    /// - Parameter files: by folder, of the folders that changed or are gone.
    init(records: MaildirRecords, files: [MaildirTree.Path: [String: MaildirTree.File]]) {
        var lost: [String: MaildirRecord] = [:]
        for folder in files.keys.sorted() {
            for record in records.all(in: folder) where files[folder]?[record.key] == nil {
                gone.append(record)
                lost[record.key] = record
            }
        }
        var found: Set<Int64> = []
        for folder in files.keys.sorted() {
            for (key, file) in (files[folder] ?? [:]).sorted(by: { $0.key < $1.key }) {
                if let record = records.find(folder, key) {
                    if record.flags != file.name.flags { changed.append(Changed(record: record, file: file)) }
                } else if let record = records.awaiting(folder, key) {
                    adopted.append(Changed(record: record, file: file))
                    found.insert(record.id)
                } else if let record = lost[key], !found.contains(record.id) {
                    changed.append(Changed(record: record, file: file))
                    found.insert(record.id)
                } else {
                    added.append(file)
                }
            }
        }
        gone.removeAll { found.contains($0.id) }
    }
}

/// All records of a Maildir, found by their files and by their messages.
struct MaildirRecords {
    private var byID: [Int64: MaildirRecord] = [:]
    private var byFile: [MaildirTree.Path: [String: Int64]] = [:]
    private var byTarget: [MaildirRecord.Target: Int64] = [:]
    private var byMessage: [String: Int64] = [:]

    init(_ records: [MaildirRecord] = []) {
        for record in records { set(record) }
    }

    var messages: Dictionary<String, Int64>.Keys { byMessage.keys }
    var folders: [MaildirTree.Path] { byFile.filter { !$0.value.isEmpty }.keys.sorted() }

    func of(message: String) -> MaildirRecord? { byMessage[message].flatMap { byID[$0] } }
    func find(_ folder: MaildirTree.Path, _ key: String) -> MaildirRecord? { byFile[folder]?[key].flatMap { byID[$0] } }
    func all(in folder: MaildirTree.Path) -> [MaildirRecord] {
        (byFile[folder] ?? [:]).sorted { $0.key < $1.key }.compactMap { byID[$0.value] }
    }

    func awaiting(_ folder: MaildirTree.Path, _ key: String) -> MaildirRecord? {
        byTarget[.init(folder: folder, key: key)].flatMap { byID[$0] }
    }

    /// The records of a folder's mail as they are once it has moved to another.
    func moved(from old: MaildirTree.Path, to new: MaildirTree.Path) -> [MaildirRecord] {
        byID.values.compactMap { record in
            var moved = record
            if record.isWritten, record.folder == old { moved.folder = new }
            if let target = record.target, target.folder == old { moved.target = .init(folder: new, key: target.key) }
            return moved == record ? nil : moved
        }
    }

    mutating func set(_ record: MaildirRecord) {
        remove(record.id)
        byID[record.id] = record
        byMessage[record.message] = record.id
        if record.isWritten { byFile[record.folder, default: [:]][record.key] = record.id }
        if let target = record.target { byTarget[target] = record.id }
    }

    mutating func remove(_ id: Int64) {
        guard let old = byID.removeValue(forKey: id) else { return }
        byMessage[old.message] = nil
        if old.isWritten { byFile[old.folder]?[old.key] = nil }
        if let target = old.target { byTarget[target] = nil }
    }
}
