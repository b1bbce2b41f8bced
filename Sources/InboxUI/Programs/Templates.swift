import Foundation
package import InboxModel
import MailContent

/// Texts that the user writes again and again, each in a file of the folder `templates` beside `config.json`. The files are only read.
package struct Templates: Sendable {
    package enum Failure: Error, Hashable {
        case missing(String, known: [String])
        case unreadable(path: String)
        case noText(path: String)
        case tooLong(path: String)
    }

    package let folder: String

    /// In bytes. Nobody writes more, and laying it out would hold up the keys.
    private static let longest = 1 << 20
    private static let endings = ["md", "txt"]
    /// Stands for the first name of the recipient.
    private static let placeholder = "{name}"

    /// - Parameter configuration: the path of `config.json`.
    package init(beside configuration: String) {
        folder = (configuration as NSString).deletingLastPathComponent + "/templates"
    }

    /// The names in order: those of the files, without `.md` or `.txt`.
    package var names: [String] {
        Set(files.map { Self.name(of: $0) }).sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    }

    /// Returns the text of a template, without the line end at its end.
    package func text(of name: String) throws(Failure) -> String {
        guard let file = files.first(where: { $0 == name || Self.name(of: $0) == name }) else {
            throw .missing(name, known: names)
        }
        let path = folder + "/" + file
        let size = (try? FileManager.default.attributesOfItem(atPath: Self.target(path))[.size] as? Int) ?? 0
        guard size <= Self.longest else { throw .tooLong(path: path) }
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        guard let text = String(validating: plain, as: UTF8.self), !text.contains("\0") else {
            throw .noText(path: path)
        }
        let lines = text.withLineFeeds()
        return lines.hasSuffix("\n") ? String(lines.dropLast()) : lines
    }

    /// Returns a template's text for a recipient. Where no first name is known, `{name}` goes, together with the blank before it.
    package static func filled(_ text: String, for recipient: MailAddress?) -> String {
        let first = recipient.map(firstName) ?? ""
        guard first.isEmpty else { return text.replacing(placeholder, with: first) }
        return text.replacing(" " + placeholder, with: "").replacing(placeholder, with: "")
    }

    /// Returns what a person is called, as far as their name tells: `Ann` for “Ann Ortiz”, “Ortiz, Ann” and “Dr. Ann Ortiz”.
    static func firstName(of person: MailAddress) -> String {
        let name = CleanText.line(person.name)
        guard !name.contains("@") else { return "" }
        let order = name.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let words = (order.count > 1 ? order[1] : name[...]).split(separator: " ")
        let quotes = CharacterSet(charactersIn: "\"'“”")
        return words.first { $0.last != "." }.map { $0.trimmingCharacters(in: quotes) } ?? ""
    }

    /// The regular files in the folder, but for hidden ones and those that editors leave behind.
    private var files: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.sorted().filter { file in
            guard !file.hasPrefix("."), !file.hasSuffix("~"), !file.hasPrefix("#") else { return false }
            let type = try? FileManager.default.attributesOfItem(atPath: Self.target(folder + "/" + file))[.type]
            return type as? FileAttributeType == .typeRegular
        }
    }

    /// Returns where a link leads: some keep their configuration elsewhere.
    private static func target(_ path: String) -> String { (path as NSString).resolvingSymlinksInPath }

    private static func name(of file: String) -> String {
        let ending = (file as NSString).pathExtension
        return endings.contains(ending.lowercased()) ? (file as NSString).deletingPathExtension : file
    }
}

extension Templates.Failure {
    /// The sentence for screens and commands.
    package var words: String {
        switch self {
        case .missing(let name, let known):
            known.isEmpty
                ? "there is no template “\(name)”, nor any other"
                : "there is no template “\(name)”; there is " + known.prefix(10).joined(separator: ", ")
        case .unreadable(let path): "\(path) can't be read: check its permissions"
        case .noText(let path): "\(path) is not UTF-8 text: save it as UTF-8"
        case .tooLong(let path): "\(path) is too long for a template (above 1 MB)"
        }
    }
}
