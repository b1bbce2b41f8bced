public import Foundation

/// What reading `config.json` came to. Nothing in it can keep the program from starting.
public struct SettingsReading: Hashable, Sendable {
    public var settings: Settings
    /// What could not be used, a sentence each.
    public var notices: [String]

    public init(settings: Settings = Settings(), notices: [String] = []) {
        self.settings = settings
        self.notices = notices
    }

    /// Reads the file's content.
    public init(_ data: Data) {
        self.init()
        let entries: [String: SettingValue]
        do {
            entries = try JSONDecoder().decode([String: SettingValue].self, from: data)
        } catch {
            notices = ["config.json is not a JSON object, so every setting has its default"]
            return
        }
        let known = Dictionary(SettingsTable.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard let definition = known[name] else {
                notices.append("config.json: there is no setting “\(name)”")
                continue
            }
            if !definition.take(&settings, value) {
                notices.append("config.json: “\(name)” must be \(definition.expects)")
            }
        }
        notices += KeyMap(settings: settings).problems.map { "config.json: \($0)" }
    }

    /// Reads the file; one that is not there leaves everything as it is.
    public init(path: String) {
        if let data = FileManager.default.contents(atPath: path) {
            self.init(data)
        } else if FileManager.default.fileExists(atPath: path) {
            self.init(notices: ["config.json cannot be read, so every setting has its default: \(path)"])
        } else {
            self.init()
        }
    }
}

extension Settings {
    /// Every setting with its value, as `config.json` would hold them.
    public var json: String {
        let entries = Dictionary(
            SettingsTable.all.map { ($0.name, $0.value(self)) }, uniquingKeysWith: { first, _ in first })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(entries) else { return "{}" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
