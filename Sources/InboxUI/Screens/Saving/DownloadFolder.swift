import Foundation

/// The folder in which files are saved.
enum DownloadFolder {
    /// The user's home folder; the environment takes precedence over the system.
    static var home: String {
        let named = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return named.hasPrefix("/") ? named : NSHomeDirectory()
    }

    /// - Parameter setting: The folder of the settings; empty for `~/Downloads`.
    static func path(_ setting: String, home: String = home) -> String {
        let home = home.hasSuffix("/") ? String(home.dropLast()) : home
        if setting.isEmpty || setting == "~" { return setting.isEmpty ? home + "/Downloads" : home }
        if setting.hasPrefix("~/") { return home + setting.dropFirst() }
        return setting.hasPrefix("/") ? setting : home + "/" + setting
    }

    /// Returns the message about saved files.
    /// - Parameter existing: How many of them were there already, and were not saved twice.
    static func saved(_ names: [String], existing: Int, in folder: String) -> String {
        let place = shown(folder)
        let what = names.count == 1 ? names[0] : Wording.count(names.count, "file")
        if existing == 0 { return "Saved \(what) in \(place)" }
        if existing == names.count { return "\(what) \(existing == 1 ? "is" : "are") in \(place) already" }
        let new = Wording.count(names.count - existing, "file")
        return "Saved \(new) in \(place); \(Wording.number(existing)) \(existing == 1 ? "was" : "were") there already"
    }

    /// Returns a path for display: `~` stands for the home folder.
    static func shown(_ path: String, home: String = home) -> String {
        path == home ? "~" : path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
