import GRDB

/// Compares outlines of a folder with what is known of it.
final class OutlineTaking {
    private let transaction: IndexTransaction
    private let folder: Int64
    private let firstNews: UInt32
    /// The oldest date of which all was outlined.
    private let outlinedSince: Int64
    private let addsOld: Bool
    /// What is known of the range of the outlines; nil if they are few, so that each is looked up.
    private var known: [UInt32: CopyRow]?
    /// Most messages have one of a few sets of flags.
    private var texts: [Set<String>: FlagText?] = [:]

    /// Nil if the folder is not known.
    init?(_ transaction: IndexTransaction, _ outlines: [IMAPOutline], in folder: Int64, addsOld: Bool) throws {
        (self.transaction, self.folder, self.addsOld) = (transaction, folder, addsOld)
        let request: SQLRequest<Row> =
            "SELECT firstNews, iif(isOutlined, \(Int64.min), outlinedSince) FROM folder WHERE id = \(folder)"
        guard let row = try request.fetchOne(transaction.database) else { return nil }
        (firstNews, outlinedSince) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
        guard outlines.count > 200, let first = outlines.map(\.uid).min(), let last = outlines.map(\.uid).max() else {
            return
        }
        known = [:]
        for copy in try transaction.copies(first...last, in: folder) { known?[copy.uid] = copy }
    }

    func take(_ outline: IMAPOutline) throws {
        let old = try known.map { $0[outline.uid] } ?? transaction.copy(outline.uid, in: folder)
        guard let flags = text(of: outline.flags) else { return try remove(old) }
        guard var copy = old else { return try add(outline, flags) }
        guard !flags.isSame(as: copy.flags) else { return }
        try transaction.set(flags, of: copy, in: folder)
        copy.flags = flags
        known?[copy.uid] = copy
    }

    private func remove(_ copy: CopyRow?) throws {
        guard let copy else { return }
        try transaction.remove(copy.uid...copy.uid, in: folder)
        known?[copy.uid] = nil
    }

    private func add(_ outline: IMAPOutline, _ flags: FlagText) throws {
        guard let date = outline.date else { return }
        let isNews = outline.uid >= firstNews || date.indexSeconds >= outlinedSince
        guard isNews || addsOld else { return }
        let copy = CopyRow(
            uid: outline.uid, flags: flags, date: date.indexSeconds, message: nil, isNews: isNews)
        try transaction.add(copy, in: folder)
        known?[copy.uid] = copy
    }

    /// Nil for a copy that is marked as deleted.
    private func text(of flags: Set<String>) -> FlagText? {
        if let text = texts[flags] { return text }
        let text = FlagText.isDeleted(flags) ? nil : FlagText(flags)
        if texts.count < 1000 { texts.updateValue(text, forKey: flags) }
        return text
    }
}
