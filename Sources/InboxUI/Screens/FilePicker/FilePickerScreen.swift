import Foundation
import InboxKit
import MailContent
import TerminalUI

/// A choice of a file to attach, by letters of its name or by a path; or of a command whose output to attach, or of a mail with the file.
@UI
final class FilePickerScreen: AskingScreen {
    enum Choice: Hashable {
        /// The paths in the order in which they were marked.
        case files([String])
        /// A shell command whose output to attach.
        case command(String)
        case mail
    }

    let around: any Surroundings
    private let title: String
    private let choose: @UI (Choice) -> Void
    private var folder: String
    private var picker = Picker<FileFolder.Entry>(placeholder: "name, path, | command, @ mail")
    private let search: LateSearch<Wanted, FileFolder.Entry>
    private var isGone = false
    /// The paths of files marked by Space, in this folder and others.
    private var marked: [String] = []
    /// Whether the selection was moved since the last letter; a blank then marks rather than belonging to a path.
    private var hasMoved = false
    /// Whether no key came after a file was marked. Enter then means the marked files, as the user did not move to the selected one.
    private var hasJustMarked = false

    private struct Wanted: Hashable {
        var folder: String
        var letters: String
    }

    private static let setting = "lastFolder"

    /// - Parameters:
    ///   - title: Shown beside the folder's name.
    ///   - choose: Called with the choice after the picker has closed.
    init(around: any Surroundings, title: String = "", choose: @escaping @UI (Choice) -> Void) {
        self.around = around
        self.title = title
        self.choose = choose
        folder = around.session.setting(Self.setting) ?? FileFolder.home
        let known = KnownFolders()
        let below = Subfolders()
        search = LateSearch("Reading the folder") { wanted in
            known.folder(wanted.folder).matching(wanted.letters, known)
                + below.matching(wanted.letters, below: wanted.folder)
        }
        look()
    }

    var helpNotes: [HelpNote] {
        [
            .picking(
                "attach the file, or those marked; open the folder", around.boxKeyName(.open),
                [
                    .init(Self.markKey(around), "mark several, in other folders too; in a path after moving"),
                    .init(around.boxKeyName(.complete), "complete the path"),
                    .init("/ ~ ..", "a path, from here or from the top"),
                    .init("|", "a command, whose output is attached"),
                    .init("@", "a file of another mail"),
                ])
        ]
    }

    var holdsEvents: Bool { search.holdsKeys }
    var endsHolding: Bool { search.holdsKeys }

    /// Returns the key that marks. A blank marks except in a path; a key that the user bound marks there, too.
    static func markKey(_ around: any Surroundings) -> String { around.keyName(of: .select, in: .picker) ?? "Space" }

    static func markHint(_ around: any Surroundings) -> StatusBar.Hint { StatusBar.Hint(markKey(around), "marks") }

    var boxLine: BoxLine? {
        BoxLine(deed: mayChoose ? "choose" : nil, more: mayMark && hasFiles ? Self.markHint(around) : nil)
    }

    /// Whether that key marks now.
    var mayMark: Bool {
        marksByBlank || around.keyName(of: .select, in: .picker) != nil && Self.command(picker.field.text) == nil
    }

    /// Whether there is something to choose, or may be once the folder is read.
    private var hasFiles: Bool { search.isRunning || !picker.list.rows.isEmpty }
    private var mayChoose: Bool { Self.command(picker.field.text).map { !$0.isEmpty } ?? (hasFiles || hasJustMarked) }

    func perform(_ command: Command) -> Bool {
        switch command {
        case .select where !isNaming:
            guard Self.command(picker.field.text) == nil else { return handle(.key(.space)) }
            markSelected()
        case .select: return handle(.key(.space))
        case .back: around.pop()
        default: return false
        }
        return true
    }

    /// Marks the selected file; in a path, once the search for it is done.
    private func markSelected() {
        guard !isGone, !search.waits(true, { [weak self] in self?.markSelected() }) else { return }
        if let entry = picker.list.selection, !entry.isFolder { mark(entry) }
        around.setNeedsDraw()
        look()
    }

    private func look() {
        guard Self.command(picker.field.text) == nil else { return picker.show([]) }
        search.look(for: self) { [weak self] in
            self.map { Wanted(folder: $0.folder, letters: $0.picker.field.text) }
        } show: { [weak self] in
            self?.picker.show($0)
            self?.hasMoved = false
        }
    }

    func handle(_ event: InputEvent) -> Bool {
        // Keys that waited behind the one that chose are not for a second choice.
        guard !isGone else { return false }
        defer { around.setNeedsDraw() }
        let isHandled = answer(event)
        if !isGone { look() }
        return isHandled
    }

    private func answer(_ event: InputEvent) -> Bool {
        let text = picker.field.text
        defer { hasMoved = picker.field.text == text && (hasMoved || Self.moves.contains(event)) }
        let isAboutFirst = event == .key(.enter) || event == .key(.tab) || event == .key(" ") && marksByBlank
        if event != .key(.escape), search.waits(isAboutFirst, { [weak self] in _ = self?.handle(event) }) {
            return true
        }
        let takesMarked = hasJustMarked && event == .key(.enter)
        hasJustMarked = false
        if takesMarked, let last = marked.last {
            take(.files(marked), from: FileFolder.parent(of: last))
            return true
        }
        // Files dropped on the terminal, or paths copied elsewhere.
        if case .paste(let text) = event, picker.field.isEmpty {
            let paths = PastedPaths.files(in: text)
            if !paths.isEmpty {
                take(.files(marked + paths.filter { !marked.contains($0) }))
                return true
            }
        }
        if event == .key(.enter), let line = Self.command(picker.field.text) {
            if !line.isEmpty { take(.command(line)) }
            return true
        }
        if event == .key("@"), picker.field.isEmpty {
            take(.mail)
            return true
        }
        if event == .key(.tab), let entry = picker.list.selection {
            // Completes the path by the selected name.
            picker.type(FileFolder.completion(of: picker.field.text, by: entry))
            return true
        }
        if event == .key(" "), marksByBlank, let entry = picker.list.selection, !entry.isFolder {
            mark(entry)
            return true
        }
        let response = picker.handle(event)
        guard case .chosen(let entry) = response else { return response != .ignored }
        if entry.isFolder {
            // A path that ends in a slash is the folder itself; the first row is the one above it.
            let isTyped = picker.field.text.hasSuffix("/") && !hasMoved
            folder = isTyped ? FileFolder.folder(of: picker.field.text, in: folder) : entry.path
            picker.type("")
            picker.show([])
        } else {
            // With letters typed, the selected file is added to the marked ones; otherwise only the marked ones are meant.
            let isOneMore = marked.isEmpty || (!picker.field.isEmpty && !marked.contains(entry.path))
            take(.files(marked + (isOneMore ? [entry.path] : [])), from: FileFolder.parent(of: entry.path))
        }
        return true
    }

    /// Whether the text is empty or a name; in a path or a command a blank is text.
    private var isNaming: Bool { !picker.field.text.contains("/") && Self.command(picker.field.text) == nil }

    private var marksByBlank: Bool { isNaming || hasMoved && Self.command(picker.field.text) == nil }

    private static let moves: [InputEvent] = [.key(.down), .key(.up), .key(.ctrl("n")), .key(.ctrl("p"))]

    private func mark(_ entry: FileFolder.Entry) {
        if let place = marked.firstIndex(of: entry.path) {
            marked.remove(at: place)
        } else {
            marked.append(entry.path)
        }
        hasJustMarked = true
        guard !picker.field.isEmpty else { return _ = picker.handle(.key(.down)) }
        // The user may want more files from the folder of the typed path.
        folder = FileFolder.folder(of: picker.field.text, in: folder)
        picker.type("")
    }

    /// - Parameter folder: The folder in which to start the next time.
    private func take(_ choice: Choice, from folder: String? = nil) {
        if let folder { around.keep(folder, for: Self.setting) }
        isGone = true
        around.pop()
        choose(choice)
    }

    /// Returns the command after a leading `|`; nil without one.
    private static func command(_ text: String) -> String? {
        guard text.hasPrefix("|") else { return nil }
        return String(text.dropFirst()).trimmingCharacters(in: .whitespaces)
    }

    func draw(into grid: inout Grid) {
        let more = title.isEmpty ? "" : " (\(title))"
        let count = marked.isEmpty ? "" : " \(marked.count) marked"
        let typed = FileFolder.folder(of: picker.field.text, in: folder)
        let title = "Attach\(count) from \(CleanText.line(FileFolder.shown(typed)))\(more)"
        let isCommand = Self.command(picker.field.text) != nil
        let marked = marked
        picker.draw(
            into: &grid, title: title, size: Size(width: 64, height: 18),
            nothing: isCommand
                ? "\(around.boxKeyName(.open)) attaches what the command prints"
                : search.isRunning ? "Reading …" : "Nothing by that name here or below"
        ) { part, entry in
            let size = entry.isFolder ? "" : FileSize.text(entry.size)
            let end = part.draw(size, endingAt: part.width - 1, y: 0, .dim)
            let glyphs = part.frame.glyphs
            let isMarked = marked.contains(entry.path)
            let marks = [isMarked ? glyphs.marked : nil]
            let room = max(4, end - 2) - TextCells.width(glyphs.named("", marks))
            let name = glyphs.named(
                ShortFileName.fitting(
                    entry.name + (entry.isFolder ? "/" : ""), columns: room, ellipsis: glyphs.ellipsis), marks)
            let style: Style = entry.isFolder ? .accent : .text
            if isMarked, !glyphs.areWords { part.draw(glyphs.marked, x: 0, y: 0, .accent) }
            part.draw(name, x: 1, y: 0, style)
        }
    }
}
