import Foundation

extension ServerState {
    mutating func search(_ arguments: [ServerNode], byUID: Bool, _ tag: String, _ id: Int) throws -> String {
        var arguments = arguments[...]
        var returns: [String]?
        if arguments.first?.word == "RETURN" {
            try need("ESEARCH")
            arguments.removeFirst()
            returns = (arguments.popFirst()?.items ?? []).compactMap(\.word)
        }
        if arguments.first?.word == "CHARSET" {
            arguments.removeFirst()
            guard let charset = arguments.popFirst()?.text?.uppercased(), options.charsets.contains(charset) else {
                let known = options.charsets.sorted().joined(separator: " ")
                throw ServerRefusal(text: "[BADCHARSET (\(known))] not that")
            }
        }
        let index = try selected(id)
        let key = try ServerSearchKey.all(
            &arguments, lastUID: sessions[id]?.known.last?.uid ?? 0, last: UInt32(sessions[id]?.known.count ?? 0))
        var found: [UInt32] = []
        for (place, known) in (sessions[id]?.known ?? []).enumerated() {
            guard let copy = folders[index].index(of: known.uid).map({ folders[index].copies[$0] }),
                let mail = mails[copy.mail], key.matches(copy, mail, number: UInt32(place + 1))
            else { continue }
            found.append(byUID ? copy.uid : UInt32(place + 1))
        }
        write(Self.answer(found, returns, byUID, tag), id)
        return "searched"
    }

    private static func answer(_ found: [UInt32], _ returns: [String]?, _ byUID: Bool, _ tag: String) -> String {
        guard let returns else { return "* SEARCH" + found.map { " \($0)" }.joined() }
        var line = "* ESEARCH (TAG \"\(tag)\")" + (byUID ? " UID" : "")
        for name in returns.isEmpty ? ["ALL"] : returns {
            switch name {
            case "COUNT": line += " COUNT \(found.count)"
            case "ALL" where !found.isEmpty: line += " ALL \(ServerNumbers.text(found))"
            case "MIN": line += found.first.map { " MIN \($0)" } ?? ""
            case "MAX": line += found.last.map { " MAX \($0)" } ?? ""
            default: break
            }
        }
        return line
    }
}
