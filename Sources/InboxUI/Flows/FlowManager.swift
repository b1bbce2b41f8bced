import TerminalUI

/// Named sets of screens, each with one root that is made when it is first shown. Switching returns to the root.
@UI
final class FlowManager {
    private struct Flow {
        var make: () -> any Screen
        var root: (any Screen)?
    }

    private var flows: [FlowKey: Flow] = [:]
    private(set) var current: FlowKey?
    /// The screens of the current flow, its root first; the last is in front.
    private(set) var screens: [any Screen] = []
    /// The root that was visible before the last switch, kept while the new root slides in over it.
    private(set) var leaving: (any Screen)?
    private(set) var switching = Slide(at: 1, duration: .milliseconds(200))

    /// Registers the root of a flow. A visible flow keeps its screens until the next switch to it.
    func setFlow(_ key: FlowKey, _ make: @escaping () -> any Screen) {
        flows[key] = Flow(make: make)
    }

    /// Removes every flow and its screens.
    func removeAll() {
        leaving = nil
        flows = [:]
        screens = []
        current = nil
    }

    /// Switches to a flow and shows its root; does nothing for a key without screens.
    func switchFlow(_ key: FlowKey) {
        guard var flow = flows[key] else { return }
        let root = flow.root ?? flow.make()
        flow.root = root
        flows[key] = flow
        popToRoot()
        if screens.first !== root {
            screens.first?.disappear()
            leaving = screens.first
            switching = Slide(at: leaving == nil ? 1 : 0, duration: .milliseconds(200))
            switching.go(to: 1, at: .now)
            screens = [root]
            root.appear()
        }
        current = key
    }

    func push(_ screen: any Screen) {
        if !screen.isOverlay { screens.last?.disappear() }
        screens.append(screen)
        screen.appear()
    }

    /// Removes the screen in front, unless it is the root. Returns whether it did.
    @discardableResult
    func pop() -> Bool {
        guard screens.count > 1, let gone = screens.popLast() else { return false }
        gone.disappear()
        if !gone.isOverlay { screens.last?.appear() }
        return true
    }

    /// Closes a screen and every screen above it. Does nothing for the root, or for a screen that is already gone.
    func close(_ screen: any Screen) {
        guard let index = screens.firstIndex(where: { $0 === screen }), index > 0 else { return }
        while screens.count > index { pop() }
    }

    func popToRoot() {
        while pop() {}
    }

    /// Draws the visible screens from back to front. After a switch the new flow slides up over the old one.
    func draw(into grid: inout Grid) {
        let isRising = grid.frame.motion && switching.isMoving(at: grid.frame.now)
        guard isRising, let leaving, let end = switching.end else {
            leaving = nil
            return drawVisible(into: &grid)
        }
        leaving.draw(into: &grid)
        grid.frame.animate(until: end)
        let hidden = Int((Double(grid.height) * (1 - switching.value(at: grid.frame.now))).rounded())
        grid.inside(Rect(x: 0, y: hidden, width: grid.width, height: grid.height)) { part in
            part.clear()
            drawVisible(into: &part)
        }
    }

    private func drawVisible(into grid: inout Grid) {
        for screen in visible { screen.draw(into: &grid) }
    }

    /// The screens to draw, from back to front.
    var visible: ArraySlice<any Screen> {
        let start = screens.lastIndex { !$0.isOverlay } ?? 0
        return screens[start...]
    }
}
