import TerminalUI

/// All settings with their current values, found by letters, with those in the user's file first, and the meaning of the selected one
/// below; Tab shows all about it, since below there may be no room. Enter opens the file, which only the user writes.
@UI
final class SettingsScreen: AskingScreen {
    let around: any Surroundings
    private var picker: Picker<String>
    /// Whether something about the selected setting has no room on the screen.
    private var isCut = false

    init(around: any Surroundings) {
        self.around = around
        picker = Picker(placeholder: "a setting, or what it is about") { [weak around] in
            Self.matching($0, own: around?.settingsFile?.own ?? [])
        }
    }

    /// The settings ask nothing that could be cancelled.
    var boxLine: BoxLine? {
        BoxLine(
            deed: picker.list.rows.isEmpty ? nil : "open the file", back: "close",
            more: isCut ? around.boxHint(.complete, "more") : nil)
    }

    var helpNotes: [HelpNote] {
        [
            .picking(
                "open config.json in your editor", around.boxKeyName(.open),
                [.init(around.boxKeyName(.complete), "all about the selected setting")])
        ]
    }

    /// Returns the settings that match by name, then those with a word in their description that begins with the letters.
    /// - Parameter own: The settings in the user's file, which come first if all are listed.
    static func matching(_ letters: String, own: Set<String> = []) -> [String] {
        let names = SettingsTable.all.map(\.name)
        guard !letters.isEmpty else {
            return names.filter { own.contains($0) } + names.filter { !own.contains($0) }
        }
        let byName = FuzzyMatch.best(names, for: letters) { $0 }
        let about = names.filter { name in
            !byName.contains(name) && FuzzyMatch.beginsWord(letters, in: SettingsTable.meanings[name] ?? "")
        }
        return byName + about
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.tab) {
            showWhole()
            return true
        }
        let response = picker.handle(event)
        if case .chosen = response { around.editSettings() }
        return response != .ignored
    }

    private var selected: SettingDefinition? {
        picker.list.selection.flatMap { name in SettingsTable.all.first { $0.name == name } }
    }

    /// Shows the value and the meaning of the selected setting, however long they are.
    private func showWhole() {
        guard let setting = selected else { return }
        let value = SettingsTable.json(setting.value(around.settings))
        let parts = [Self.meaning(of: setting), Self.kind(of: setting), "Now: \(value)"]
        around.push(TextScreen(setting.name, text: parts.joined(separator: "\n\n"), around: around))
    }

    private static func meaning(of setting: SettingDefinition) -> String {
        (SettingsTable.meanings[setting.name] ?? "").replacing("`", with: "")
    }

    private static func kind(of setting: SettingDefinition) -> String {
        "Takes \(setting.expects). Default: \(SettingsTable.json(setting.value(Settings())))"
    }

    func draw(into grid: inout Grid) {
        isCut = false
        // The list needs space more than the description; on a low screen both need it more than the margins.
        let (isNarrow, isLow) = (grid.width < 60, grid.height < 18)
        let least = isLow ? picker.list.rows.count == 1 ? 6 : 7 : 11
        let detail = selectedLines(
            width: isNarrow ? grid.width - 2 : min(100, grid.width - 4) - 4, room: grid.height - least,
            // Rows that the list does not need.
            spare: grid.height - 7 - picker.list.rows.count, ellipsis: grid.frame.glyphs.ellipsis)
        let size = Size(width: min(100, grid.width - 4), height: grid.height - 3)
        let (settings, selection) = (around.settings, picker.list.selection)
        var list = grid.bounds
        list.height = max(isLow ? 5 : 6, grid.height - 1 - detail.count)
        grid.inside(Rect(x: 0, y: 0, width: grid.width, height: grid.height - 1)) { $0.clear() }
        grid.inside(list) { part in
            picker.draw(
                into: &part, title: title, size: size, nothing: "No setting by that name", margin: isLow ? 0 : 1
            ) { row, name in
                draw(name, settings, isSelected: name == selection, into: &row)
            }
        }
        let x = isNarrow ? 1 : (grid.width - size.width) / 2 + 2
        for (y, line) in detail.enumerated() where list.height + y < grid.height - 1 {
            grid.draw(line, x: x, y: list.height + y, .dim)
        }
    }

    /// The number of settings in the user's file, and the file's path.
    private var title: String {
        guard let file = around.settingsFile else { return "Settings" }
        let count = SettingsTable.all.count { file.own.contains($0.name) }
        return "\(count == 0 ? "No settings" : Wording.count(count, "setting")) of your own in \(file.shortPath)"
    }

    private func draw(_ name: String, _ settings: Settings, isSelected: Bool, into grid: inout Grid) {
        guard let setting = SettingsTable.all.first(where: { $0.name == name }) else { return }
        let value = setting.value(settings)
        let isSet = around.settingsFile?.own.contains(name) ?? false
        let isOwn = isSet || value != setting.value(Settings())
        let column = min(25, grid.width / 2)
        let glyphs = grid.frame.glyphs
        // The first column belongs to the selection; the mark is before the value.
        let marks = isSet && !glyphs.areWords
        grid.draw(TextCells.padded(name, to: column - (marks ? 4 : 2)), x: 1, y: 0, isOwn ? .bold : .plain)
        if marks { grid.draw(glyphs.marked, x: column - 2, y: 0, .accent) }
        let whole = glyphs.named(Wording.line(SettingsTable.json(value)), [isSet ? "your own" : nil])
        let text = TextCells.truncated(whole, to: grid.width - column - 1, ellipsis: glyphs.ellipsis)
        if isSelected, text != whole { isCut = true }
        grid.draw(text, x: column, y: 0, isOwn ? .accent : .dim)
    }

    /// Returns the meaning of the selected setting in the lines available, and the values it takes if there is room left.
    private func selectedLines(width: Int, room: Int, spare: Int, ellipsis: String) -> [String] {
        guard let setting = selected else { return [] }
        let most = max(width < 60 ? 8 : 4, spare - 3)
        func lines(_ words: String, most: Int) -> [String] {
            cut(TextCells.wrapped(words, to: width), to: most, width: width, ellipsis: ellipsis)
        }
        let all = lines(Self.meaning(of: setting), most: most) + lines(Self.kind(of: setting), most: 3)
        return Array((cut(all, to: room, width: width, ellipsis: ellipsis) + [""]).prefix(max(0, room)))
    }

    /// Cuts lines to the room and ends them in an ellipsis.
    private func cut(_ lines: [String], to room: Int, width: Int, ellipsis: String) -> [String] {
        guard lines.count > room else { return lines }
        isCut = true
        guard room > 0 else { return lines }
        return lines.prefix(room - 1) + [TextCells.truncated(lines[room - 1] + ellipsis, to: width, ellipsis: ellipsis)]
    }
}
