/// What a look asks about a folder. A value, so that what could be missed is decided in one place.
///
/// Nothing is missed, because of this:
/// - A folder is opened anew before anything is asked (SELECT), and what the index is told to have seen (`settle`) is what was said
///   then: UIDNEXT and HIGHESTMODSEQ. All answers that follow are from that view of the folder or a later one. So whatever came before
///   is in them, and whatever comes after has a higher UID or a higher number of change, and is asked for next time.
/// - If a look fails in between, nothing is settled, and all is asked again. Taking over the same answer twice changes nothing.
/// - What is gone is not told by number. It shows in the count of messages below a UID (`FolderMemory.compared`); where that differs, or
///   is not known, all UIDs are compared. The known ones are read before the folder is opened anew, so that each was on the server then.
/// - Servers that number no changes are asked for all flags at the first look and at each thorough one, else for those of the newest
///   messages, and of those that were marked as deleted, which may be taken back.
struct FolderPlan: Hashable, Sendable {
    enum Flags: Hashable, Sendable {
        case none
        case changed(since: UInt64)
        /// Of the newest messages that are known, and those marked as deleted.
        case newest
        case all
    }

    /// How many messages `newest` means.
    static let newest = 2_000

    /// From which UID on messages are new; nil if there are none.
    var newsFrom: UInt32?
    var flags: Flags
    private let folder: IndexedFolder
    private let view: IMAPSelected
    private let memory: FolderMemory?

    /// - Parameter view: the folder as it was opened for this.
    init(_ folder: IndexedFolder, _ view: IMAPSelected, _ memory: FolderMemory?, isThorough: Bool) {
        (self.folder, self.view, self.memory) = (folder, view, memory)
        if view.uidNext == 0 {
            newsFrom = max(folder.uidNext, 1)
        } else if view.uidNext != folder.uidNext {
            // One that is lower than before is no server's right, but a folder that was put back in its place may have it.
            newsFrom = max(min(view.uidNext, folder.uidNext), 1)
        }
        if !folder.isFollowed(messages: view.messages) {
            flags = .none
        } else if view.highestModSeq == 0 {
            flags = memory == nil || isThorough ? .all : .newest
        } else if folder.highestModSeq == 0 || view.highestModSeq < folder.highestModSeq {
            flags = .all
        } else {
            flags = view.highestModSeq == folder.highestModSeq ? .none : .changed(since: folder.highestModSeq)
        }
    }

    /// Where the next look begins.
    /// - Parameter found: the UIDs from `newsFrom` on.
    func uidNext(found: [UInt32]) -> UInt32 {
        guard view.uidNext == 0 else { return view.uidNext }
        let last = found.max() ?? 0
        return max(folder.uidNext, last == .max ? last : last + 1)
    }

    /// Whether known copies may be gone.
    /// - Parameters:
    ///   - found: the UIDs from `newsFrom` on.
    ///   - own: the known UIDs from `comparedNext` on: copies that were made from here since.
    func mayHaveLost(found: [UInt32], own: UIDSet = []) -> Bool {
        guard folder.count > 0 else { return false }
        // One that came and went between two looks leaves the count as it was.
        if !own.subtracting(UIDSet(found)).isEmpty { return true }
        guard let compared = memory?.compared, view.uidNext > 0, (newsFrom ?? view.uidNext) <= compared.uidNext else {
            return true
        }
        let later = found.count { $0 >= compared.uidNext && $0 < view.uidNext }
        return view.messages - later != compared.messages
    }

    /// The UID up to which the last comparison went; nil if there was none.
    var comparedNext: UInt32? { memory?.compared?.uidNext }

    /// What is remembered if nothing was lost.
    var extent: FolderMemory.Extent? {
        view.uidNext > 0 ? .init(uidNext: view.uidNext, messages: view.messages) : nil
    }
}

extension FolderPlan {
    /// Whether a folder must be looked at, by its status in the listing.
    /// - Parameter isWatched: whether changes of flags that no number tells of are to be seen soon.
    static func differs(
        _ folder: IndexedFolder, _ status: IMAPFolderStatus, _ memory: FolderMemory?, isWatched: Bool, isThorough: Bool
    ) -> Bool {
        if status.uidNext != folder.uidNext { return true }
        guard folder.isFollowed(messages: status.messages) else { return false }
        if isThorough, status.messages != folder.count { return true }
        if status.highestModSeq == 0 {
            guard let memory, !isWatched, !isThorough else { return true }
            if memory.messages != status.messages || memory.unseen != status.unseen { return true }
        } else if status.highestModSeq != folder.highestModSeq {
            return true
        }
        if let compared = memory?.compared {
            return compared != .init(uidNext: status.uidNext, messages: status.messages)
        }
        // All that is there is known, and nothing has changed since.
        return !(status.messages == folder.count && status.highestModSeq != 0)
    }
}

extension IndexedFolder {
    /// Whether changes of messages that are there matter: such as are known, or would be if they were not marked as deleted.
    fileprivate func isFollowed(messages: Int) -> Bool { count > 0 || !hasOldMail && messages > 0 }
}
