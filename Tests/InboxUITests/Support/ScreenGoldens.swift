import InboxKit
import TerminalUI
import Testing
import TestSupport

@testable import InboxUI

/// Compares with a golden in the folder shared by all screens.
func screenGolden(_ name: String, _ grid: Grid, file: String = #filePath) -> GoldenMismatch? {
    ScreenPictures.keep(name, grid)
    return golden(name, grid, file: screenGoldens(file))
}

/// Compares with goldens at the four sizes. At each, the screen is drawn as if it had always had that size.
/// - Parameter draw: draws the screen with a number of columns and rows.
@UI
func screenGolden(_ name: String, file: String = #filePath, _ draw: (Int, Int) -> Grid) -> GoldenMismatch? {
    var mismatches: [GoldenMismatch] = []
    for (width, height) in ScreenState.sizes {
        let grid = draw(width, height)
        if ScreenPictures.sizes.contains(width) { ScreenPictures.keep(name, grid) }
        if let mismatch = golden(name, grid, file: screenGoldens(file)) { mismatches.append(mismatch) }
    }
    return mismatches.first
}

extension ShellClient {
    /// Compares once the screen has come to rest: counts, and the text beside a list, arrive later than the rows, also when a
    /// golden is recorded.
    func atRest(
        _ width: Int = 80, _ height: Int = 24, _ compare: () -> GoldenMismatch?
    ) async -> GoldenMismatch? {
        for _ in 0..<3 { await settle(width, height) }
        var mismatch: GoldenMismatch?
        await sees(width, height) {
            mismatch = compare()
            return mismatch == nil
        }
        return mismatch
    }
}

extension FakeSurroundings {
    /// Compares until it matches, as long as that may be for what arrives later than the rows of a list: the counts and views of
    /// the drawer, which is beside it on a wide terminal, and the text in its preview.
    func atRest(_ compare: () -> GoldenMismatch?) async -> GoldenMismatch? {
        let end = ContinuousClock.now + .seconds(20)
        var mismatch = compare()
        while mismatch != nil, ContinuousClock.now < end {
            // A change to the store, after those that are compared.
            await session.setSetting("1", key: "test.settled")
            mismatch = compare()
        }
        return mismatch
    }
}

func screenGolden(_ name: String, text: String, file: String = #filePath) -> GoldenMismatch? {
    golden(name, text: text, file: screenGoldens(file))
}

private func screenGoldens(_ file: String) -> String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(2).joined(separator: "/") + "/Goldens.swift"
}
