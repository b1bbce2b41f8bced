public import Foundation

/// The result of reading `config.json`. Nothing in it can keep the program from starting.
public struct SettingsReading: Hashable, Sendable {
    public var settings: Settings
    /// A sentence for each setting that could not be used.
    public var notices: [String]
    /// Why nothing of the file could be used; nil where it could be read.
    public private(set) var mistake: String?
    /// The path of the file; nil where there is none to write.
    public private(set) var path: String?
    /// The settings that the file sets.
    public private(set) var own: Set<String> = []

    private struct Note: Hashable {
        var line: Int
        var sentence: String
    }

    /// The notes that are collected while the file is read.
    private var found: [Note] = []

    public init(settings: Settings = Settings(), notices: [String] = []) {
        self.settings = settings
        self.notices = notices
    }

    /// Reads the file's content.
    public init(_ data: Data) {
        self.init()
        // Some editors write a byte order mark, which JSON does not allow.
        let data = data.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(data.dropFirst(3)) : data
        guard let text = String(validating: data, as: UTF8.self) else {
            let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            refuse("config.json, line \(line + 1) is not UTF-8: save the file as UTF-8")
            return
        }
        let places: JSONPlaces
        do throws(JSONPlaces.Mistake) { places = try JSONPlaces(text) } catch {
            let place = "line \(error.line), column \(error.column)"
            refuse("config.json, \(place): \(error.message)")
            return
        }
        guard let entries = try? JSONDecoder().decode([String: SettingValue].self, from: data) else {
            let isObject = text.first { !$0.isWhitespace } == "{"
            refuse(
                isObject
                    ? "config.json has a text or number that can't be read"
                    : "config.json, line 1: settings go between { and }")
            return
        }
        own = Set(entries.keys)
        take(entries, places)
        for problem in KeyMap(settings: settings).problems {
            note(problem.sentence, at: ["keys", problem.binding], places)
        }
        // From the top of the file, in the order in which a user fixes them.
        let inOrder = found.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        notices = inOrder.map(\.element.sentence)
        found = []
    }

    private mutating func refuse(_ mistake: String) {
        self.mistake = mistake
        notices = ["\(mistake). Until then every setting has its default"]
    }

    /// The file, and which settings it sets.
    public var file: SettingsFile? { path.map { SettingsFile(path: $0, own: own) } }

    /// The same reading for the demo: see `Settings.forDemo`.
    public var forDemo: SettingsReading { SettingsReading(settings: settings.forDemo, notices: notices) }

    private mutating func take(_ entries: [String: SettingValue], _ places: JSONPlaces) {
        for definition in SettingsTable.all.sorted(by: { $0.readsFirst && !$1.readsFirst }) {
            guard let value = entries[definition.name] else { continue }
            for flaw in definition.takeParts(&settings, value) {
                note(
                    "“\(flaw.name(in: definition.name))” \(flaw.words)", at: [definition.name] + flaw.path, places)
            }
        }
        let known = SettingsTable.all.map(\.name)
        for name in entries.keys.sorted() where !known.contains(name) {
            let near = Spelling.nearest(to: name, among: known).map { "; did you mean “\($0)”?" } ?? ""
            note("there is no setting “\(name)”\(near)", at: [name], places)
        }
    }

    private mutating func note(_ sentence: String, at path: [String], _ places: JSONPlaces) {
        let line = places.line(of: path)
        found.append(
            Note(line: line ?? 0, sentence: (line.map { "config.json, line \($0)" } ?? "config.json") + ": " + sentence)
        )
    }

    /// Reads the file; without a file every setting keeps its default.
    public init(path: String) {
        if let data = FileManager.default.contents(atPath: path) {
            self.init(data)
            if let problem = settings.certificateProblem { notices.append(problem) }
        } else {
            self.init()
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
                refuse(
                    isFolder.boolValue
                        ? "config.json can't be read: \(path) is a folder, not a file"
                        : "config.json can't be read: check the permissions of \(path)")
            }
        }
        self.path = path
    }
}

/// The user's own settings file.
public struct SettingsFile: Hashable, Sendable {
    public var path: String
    /// The settings that it sets.
    public var own: Set<String>

    /// The path with `~` for the home directory.
    var shortPath: String {
        let home = NSHomeDirectory()
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}

extension Settings {
    /// Every setting with its value, one per line, as `config.json` would hold them.
    var json: String {
        let lines = SettingsTable.all.map { "  \"\($0.name)\": \(SettingsTable.json($0.value(self)))" }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }
}
