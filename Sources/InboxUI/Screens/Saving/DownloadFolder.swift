import Foundation

/// Where files are saved.
enum DownloadFolder {
    /// The user's own folder; the environment's word counts before the system's.
    static var home: String {
        let named = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return named.hasPrefix("/") ? named : NSHomeDirectory()
    }

    /// - Parameter setting: the folder of the settings; empty for `~/Downloads`.
    static func path(_ setting: String, home: String = home) -> String {
        let home = home.hasSuffix("/") ? String(home.dropLast()) : home
        if setting.isEmpty || setting == "~" { return setting.isEmpty ? home + "/Downloads" : home }
        if setting.hasPrefix("~/") { return home + setting.dropFirst() }
        return setting.hasPrefix("/") ? setting : home + "/" + setting
    }

    /// Says what was saved.
    /// - Parameter existing: how many of them lay there already, and have no second copy.
    static func saved(_ names: [String], existing: Int, in folder: String) -> String {
        let place = shown(folder)
        let what = names.count == 1 ? names[0] : Wording.count(names.count, "file")
        if existing == 0 { return "Saved \(what) in \(place)" }
        if existing == names.count { return "\(what) \(existing == 1 ? "is" : "are") in \(place) already" }
        let new = Wording.count(names.count - existing, "file")
        return "Saved \(new) in \(place); \(Wording.number(existing)) \(existing == 1 ? "was" : "were") there already"
    }

    /// A path for people: `~` stands for the user's own folder.
    static func shown(_ path: String, home: String = home) -> String {
        path == home ? "~" : path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
