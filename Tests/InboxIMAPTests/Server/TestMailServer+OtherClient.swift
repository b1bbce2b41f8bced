import Foundation
import TestSupport

/// What other programs do with the same mail. Folders are named as people read them, with `/` between levels: `Work/2026`. All calls on
/// what is not there do nothing.
extension TestMailServer {
    /// Puts a message into a folder.
    /// - Returns: its UID; nil if there is no such folder.
    @discardableResult
    func deliver(_ bytes: [UInt8], to folder: String = "INBOX", flags: Set<String> = [], date: Date = .test(0))
        -> UInt32?
    {
        change { state in
            guard let index = state.index(read: folder) else { return nil }
            return state.put(state.addMail(bytes, date), in: index, flags: flags)
        }
    }

    @discardableResult
    func deliver(_ text: String, to folder: String = "INBOX", flags: Set<String> = [], date: Date = .test(0)) -> UInt32?
    {
        deliver(Array(text.utf8), to: folder, flags: flags, date: date)
    }

    /// Delivers a message just before a client's next command of that name comes, if the folder is there then.
    func deliver(_ text: String, to folder: String, before command: String) {
        change { state in
            state.surprise = (
                command,
                { state in
                    guard let index = state.index(read: folder) else { return }
                    _ = state.put(state.addMail(Array(text.utf8), .test(0)), in: index, flags: [])
                }
            )
        }
    }

    func setFlags(_ flags: Set<String>, _ uid: UInt32, in folder: String) {
        change { state in state.index(read: folder).map { state.setFlags(flags, uid, in: $0) } }
    }

    /// - Returns: the UID there.
    @discardableResult
    func move(_ uid: UInt32, from folder: String, to target: String) -> UInt32? {
        change { state in
            guard let index = state.index(read: folder), let target = state.index(read: target) else { return nil }
            return state.move(uid, from: index, to: target)
        }
    }

    @discardableResult
    func copy(_ uid: UInt32, from folder: String, to target: String) -> UInt32? {
        change { state in
            guard let index = state.index(read: folder), let target = state.index(read: target) else { return nil }
            return state.copy(uid, from: index, to: target)
        }
    }

    /// Deletes a message for good.
    func expunge(_ uid: UInt32, from folder: String) {
        change { state in state.index(read: folder).map { state.remove(uid, from: $0) } }
    }

    /// - Parameter use: such as `\Archive`.
    func createFolder(_ name: String, use: String? = nil) {
        change { state in
            guard state.index(read: name) == nil else { return }
            state.addFolder(raw: state.raw(name), use: use)
        }
    }

    /// Makes a folder that lies anywhere, with the rights that the client has there.
    func createFolder(raw: String, use: String? = nil, rights: String) {
        change { state in
            let index = state.addFolder(raw: raw, use: use)
            state.folders[index].rights = rights
        }
    }

    /// With all that is below it.
    func renameFolder(_ name: String, to new: String) {
        change { state in try? state.renameFolder(state.raw(name), to: state.raw(new)) }
    }

    func deleteFolder(_ name: String) {
        change { state in state.index(read: name).map { state.deleteFolder(at: $0) } }
    }

    /// Numbers a folder's messages anew, from 1.
    func changeUIDValidity(_ folder: String) {
        change { state in
            guard let index = state.index(read: folder) else { return }
            state.hangUp(on: state.folders[index].id)
            state.last.validity += 1
            state.folders[index].uidValidity = state.last.validity
            state.folders[index].expunged = []
            for place in state.folders[index].copies.indices {
                state.folders[index].copies[place].uid = UInt32(place + 1)
            }
            state.folders[index].uidNext = UInt32(state.folders[index].copies.count + 1)
        }
    }

    /// All folders with their messages.
    func snapshot() -> [String: [SeenMail]] {
        look { state in
            Dictionary(
                uniqueKeysWithValues: state.folders.map { folder in
                    let seen = folder.copies.map {
                        SeenMail(uid: $0.uid, flags: $0.flags, bytes: state.mails[$0.mail]?.bytes ?? [])
                    }
                    return (state.read(folder.rawName), seen)
                })
        }
    }

    func mail(in folder: String) -> [SeenMail] { snapshot()[folder] ?? [] }
    var folderNames: [String] { look { state in state.folders.map { state.read($0.rawName) }.sorted() } }
}

extension ServerState {
    /// The spelling of a name: `INBOX`, below the prefix, or that of a folder of others as it stands on the server.
    func raw(_ name: String) -> String {
        let raw = ServerFolderName.raw(name).replacing("/", with: options.delimiter.map { String($0) } ?? "/")
        let isOf = { (prefix: String?) in prefix.map { !$0.isEmpty && raw.hasPrefix($0) } ?? false }
        return raw == "INBOX" || isOf(options.others) || isOf(options.shared) ? raw : options.prefix + raw
    }

    /// The name without the prefix.
    func read(_ raw: String) -> String {
        let own = raw.hasPrefix(options.prefix) ? String(raw.dropFirst(options.prefix.count)) : raw
        return ServerFolderName.name(options.delimiter.map { own.replacing(String($0), with: "/") } ?? own)
    }

    func index(read name: String) -> Int? { folders.firstIndex { $0.rawName == raw(name) } }
}
