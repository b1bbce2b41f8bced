import TerminalUI

/// Named sets of screens, each with one root that is made when it is first shown. Switching goes back to the root.
@UI
final class FlowManager {
    private struct Flow {
        var make: () -> any Screen
        var root: (any Screen)?
    }

    private var flows: [FlowKey: Flow] = [:]
    private var posts: [FlowKey: [() -> Void]] = [:]
    private(set) var current: FlowKey?
    /// The screens of the current flow, its root first; the last is in front.
    private(set) var screens: [any Screen] = []
    /// The root that was in sight before the last switch, while the new one still comes in over it.
    private(set) var leaving: (any Screen)?
    private(set) var switching = Slide(at: 1, duration: .milliseconds(200))

    /// Gives a key its root. A flow that is in sight keeps its screens until it is switched to again.
    func setFlow(_ key: FlowKey, _ make: @escaping () -> any Screen) {
        flows[key] = Flow(make: make)
    }

    /// Runs whenever the flow was switched to, even when no screens belong to the key.
    func setFlow(_ key: FlowKey, post: @escaping () -> Void) {
        posts[key, default: []].append(post)
    }

    func remove(_ key: FlowKey) {
        flows[key] = nil
        posts[key] = nil
    }

    /// Lets go of every flow and its screens.
    func removeAll() {
        leaving = nil
        flows = [:]
        posts = [:]
        screens = []
        current = nil
    }

    /// Shows the root of a flow. A key without screens changes nothing in sight; what is to run after it still runs.
    func switchFlow(_ key: FlowKey) {
        if var flow = flows[key] {
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
        for post in posts[key] ?? [] { post() }
    }

    func push(_ screen: any Screen) {
        if !screen.isOverlay { screens.last?.disappear() }
        screens.append(screen)
        screen.appear()
    }

    /// Back to the screen beneath; a root stays. Returns whether there was one.
    @discardableResult
    func pop() -> Bool {
        guard screens.count > 1, let gone = screens.popLast() else { return false }
        gone.disappear()
        if !gone.isOverlay { screens.last?.appear() }
        return true
    }

    /// Takes a screen away, with all that lies over it; a root stays, and so does what is no longer here.
    func close(_ screen: any Screen) {
        guard let index = screens.firstIndex(where: { $0 === screen }), index > 0 else { return }
        while screens.count > index { pop() }
    }

    func popToRoot() {
        while pop() {}
    }

    /// Draws what is in sight, from the back to the front. After a switch the new flow rises over the old one.
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

    /// What is to be drawn, from the back to the front.
    var visible: ArraySlice<any Screen> {
        let start = screens.lastIndex { !$0.isOverlay } ?? 0
        return screens[start...]
    }
}
