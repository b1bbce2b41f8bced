package import Foundation
import GRDB
import InboxModel

/// What was done from here is known without another look.
extension IMAPIndex {
    /// Flags that were set and removed. Copies that got `\Deleted` are removed.
    package func setFlags(_ uids: UIDSet, in folder: Int64, add: Set<String>, remove: Set<String>) throws {
        try write { transaction in
            for range in uids.ranges {
                if FlagText.isDeleted(add) {
                    try transaction.remove(range, in: folder)
                    continue
                }
                for copy in try transaction.copies(range, in: folder) {
                    let flags = copy.flags.changed(add: add, remove: remove)
                    if !flags.isSame(as: copy.flags) { try transaction.set(flags, of: copy, in: folder) }
                }
            }
        }
    }

    /// Messages were moved or copied to another folder, where the server gave them new UIDs. With `copied` nil, or of UIDs that are not the
    /// target's any more, those of a move are lost until a look finds them.
    package func take(copied: IMAPCopied?, from folder: Int64, to target: Int64, isMove: Bool, _ uids: UIDSet) throws {
        try write { transaction in
            let validity = try transaction.uidValidity(of: target)
            let known = copied.flatMap { $0.uidValidity == validity ? $0.uids : nil } ?? [:]
            for range in uids.ranges {
                for copy in try transaction.copies(range, in: folder) {
                    if let uid = known[copy.uid], uid > 0 { try transaction.place(copy, at: uid, in: target) }
                }
                if isMove { try transaction.remove(range, in: folder) }
            }
        }
    }

    /// A message that was written here. It is noted in the log.
    /// - Returns: nil if the folder is not known, or its UIDs are others.
    package func take(appended: IMAPAppended, in folder: Int64, flags: Set<String>, date: Date, head: IndexedHead)
        throws -> IndexedMessage?
    {
        try write { transaction in
            guard appended.uid > 0, try transaction.uidValidity(of: folder) == appended.uidValidity else { return nil }
            var copy = CopyRow(
                uid: appended.uid, flags: FlagText(flags), date: date.indexSeconds, message: nil, isNews: true)
            // A look may have been faster.
            if let known = try transaction.copy(appended.uid, in: folder) {
                copy = known
                copy.isNews = true
            } else {
                try transaction.add(copy, in: folder)
            }
            return try transaction.database.indexedMessage(try transaction.attach(head, to: copy, in: folder))
        }
    }
}

extension IndexTransaction {
    fileprivate func uidValidity(of folder: Int64) throws -> UInt32? {
        try SQLRequest<UInt32>("SELECT uidValidity FROM folder WHERE id = \(folder)").fetchOne(database)
    }

    /// Puts a copy like this into another folder. Where a walk is with it is not known, so if it was not read, it is news there.
    fileprivate func place(_ copy: CopyRow, at uid: UInt32, in target: Int64) throws {
        if let there = try self.copy(uid, in: target) {
            // A look was faster.
            guard there.message == nil, let message = copy.message else { return }
            try set(message: message, of: there, in: target)
        } else {
            var placed = copy
            (placed.uid, placed.isNews) = (uid, true)
            try add(placed, in: target)
        }
        if let message = copy.message { touch(message) }
    }
}
