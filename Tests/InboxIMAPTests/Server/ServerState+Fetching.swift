import Foundation
import TestSupport

extension ServerState {
    mutating func fetch(_ arguments: [ServerNode], byUID: Bool, _ id: Int) throws -> String {
        guard arguments.count >= 2, let set = arguments[0].text else { throw ServerSyntaxError(text: "no set") }
        var items = try ServerFetchItem.items(arguments[1].several.map(\.text), options)
        let (since, tellsVanished) = try modifiers(arguments.dropFirst(2), id)
        let index = try selected(id)
        if byUID, !items.contains(.uid) { items.insert(.uid, at: 0) }
        if items.contains(.modSeq) || since != nil { sessions[id]?.enabled.insert("CONDSTORE") }
        if since != nil, !items.contains(.modSeq) { items.append(.modSeq) }
        if tellsVanished, let since {
            let numbers = try ServerNumbers(set, last: .max)
            let gone = folders[index].expunged.filter { $0.modSeq > since && numbers.contains($0.uid) }.map(\.uid)
            if !gone.isEmpty { write("* VANISHED (EARLIER) \(ServerNumbers.text(gone.sorted()))", id) }
        }
        for copy in try chosen(set, byUID: byUID, id) where copy.modSeq > since ?? 0 {
            write(copy.uid, items, index, id)
        }
        return "fetched"
    }

    private mutating func modifiers(_ nodes: ArraySlice<ServerNode>, _ id: Int) throws -> (UInt64?, Bool) {
        guard let list = nodes.first?.items else {
            if nodes.isEmpty { return (nil, false) }
            throw ServerSyntaxError(text: "a list is missing")
        }
        guard options.hasModSeq, list.first?.word == "CHANGEDSINCE", list.count >= 2,
            let since = list[1].text.flatMap({ UInt64($0) })
        else { throw ServerSyntaxError(text: "no such modifier") }
        let tellsVanished = list.dropFirst(2).first?.word == "VANISHED"
        if tellsVanished, sessions[id]?.enabled.contains("QRESYNC") != true {
            throw ServerSyntaxError(text: "QRESYNC is not enabled")
        }
        return (since, tellsVanished)
    }

    private mutating func write(_ uid: UInt32, _ items: [ServerFetchItem], _ index: Int, _ id: Int) {
        guard let session = sessions[id], let number = session.number(of: uid),
            let place = folders[index].index(of: uid)
        else { return }
        if items.contains(where: \.marksAsSeen), !session.isReadOnly {
            setFlags(folders[index].copies[place].flags.union(["\\Seen"]), uid, in: index)
        }
        let copy = folders[index].copies[place]
        guard let mail = mails[copy.mail] else { return }
        let outline: [ServerFetchItem] = [.uid, .flags, .date, .modSeq]
        if untold.contains(copy.mail), !items.allSatisfy({ outline.contains($0) }) { return }
        if items.contains(.flags) { sessions[id]?.known[number - 1].modSeq = copy.modSeq }
        let shown = options.isChatty ? items.shuffled(using: &random) : items
        var line = Array("* \(number) FETCH (".utf8)
        for (place, item) in shown.enumerated() {
            if place > 0 { line.append(0x20) }
            if item == .size, options.guessesSizes {
                line += Array("RFC822.SIZE \(mail.bytes.count + 100 * index)".utf8)
                continue
            }
            line += item.answer(copy, mail, zone: options.isChatty ? random.int(-12..<14) * 60 : 0, random.chance(50))
        }
        sessions[id]?.out += line + Array(")\r\n".utf8)
    }
}
