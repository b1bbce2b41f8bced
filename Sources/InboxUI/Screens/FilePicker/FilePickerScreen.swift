import InboxKit
import MailContent
import TerminalUI

/// A file to be put on a message, found by letters of its name or by a path.
@UI
final class FilePickerScreen: Screen {
    let keyContext = KeyContext.picker
    let takesText = true
    let isOverlay = true

    private let surroundings: any Surroundings
    private let choose: @UI (String) -> Void
    private var folder: FileFolder
    private var picker: Picker<FileFolder.Entry>

    private static let setting = "lastFolder"

    /// - Parameter choose: hears of the file's path after the picker has gone.
    init(surroundings: any Surroundings, choose: @escaping @UI (String) -> Void) {
        self.surroundings = surroundings
        self.choose = choose
        folder = FileFolder(surroundings.session.setting(Self.setting) ?? FileFolder.home)
        picker = Self.picker(folder)
    }

    private static func picker(_ folder: FileFolder) -> Picker<FileFolder.Entry> {
        Picker(placeholder: "letters of a name, or a path") { folder.matching($0) }
    }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        surroundings.pop()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { surroundings.setNeedsDraw() }
        let response = picker.handle(event)
        guard case .chosen(let entry) = response else { return response != .ignored }
        if entry.isFolder {
            folder = FileFolder(entry.path)
            picker = Self.picker(folder)
        } else {
            surroundings.keep(FileFolder.parent(of: entry.path), for: Self.setting)
            surroundings.pop()
            choose(entry.path)
        }
        return true
    }

    func draw(into grid: inout Grid) {
        let title = "Attach from \(CleanText.line(folder.shownPath))"
        picker.draw(
            into: &grid, title: title, size: Size(width: 64, height: 18), nothing: "Nothing is called so here"
        ) { part, entry in
            let ellipsis = part.frame.glyphs.ellipsis
            let size = entry.isFolder ? "" : FileSize.text(entry.size)
            let end = part.draw(size, endingAt: part.width - 1, y: 0, .dim)
            let name = CleanText.line(entry.name) + (entry.isFolder ? "/" : "")
            let style: Style = entry.isFolder ? .accent : .text
            part.draw(TextCells.truncated(name, to: max(4, end - 2), ellipsis: ellipsis), x: 1, y: 0, style)
        }
    }
}
