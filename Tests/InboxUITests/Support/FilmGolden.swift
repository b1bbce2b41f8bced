import TerminalUI
import TestSupport

@testable import InboxUI

/// Compares the frames of a movement with the golden `frames-<name>` of their size. Pictures of the usual size also move.
func filmGolden(
    _ name: String, _ frames: [(milliseconds: Int, grid: Grid)], file: String = #filePath
) -> GoldenMismatch? {
    guard let size = frames.first?.grid.fullSize else { return nil }
    let name = "frames-\(name)-\(size.width)x\(size.height)"
    if size.width == ScreenPictures.sizes.first {
        // Each frame is slow enough to be seen, the last one long enough to be looked at.
        let moving = frames.dropLast().map { (grid: $0.grid, lasts: Duration.milliseconds(200)) }
        let last = frames.suffix(1).map { (grid: $0.grid, lasts: Duration.seconds(2)) }
        ScreenPictures.write(name, GridPicture().svg(moving + last))
    }
    return screenGolden(name, text: filmStrip(frames), file: file)
}
