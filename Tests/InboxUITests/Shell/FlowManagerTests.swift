import TerminalUI
import Testing

@testable import InboxUI

@UI
@Suite("Flows")
struct FlowManagerTests {
    @UI
    private final class Page: Screen {
        let keyContext = KeyContext.list
        let isOverlay: Bool
        var log: [String] = []

        private let sign: Character

        init(isOverlay: Bool = false, sign: Character = " ") {
            self.isOverlay = isOverlay
            self.sign = sign
        }

        func appear() { log.append("appear") }
        func disappear() { log.append("disappear") }
        func perform(_ command: Command) -> Bool { false }
        func draw(into grid: inout Grid) { grid.fill(grid.bounds, with: sign) }
    }

    @Test("a flow's root is made once, when it is first shown")
    func lazy() {
        let flows = FlowManager()
        var made = 0
        flows.setFlow(.main) {
            made += 1
            return Page()
        }
        flows.setFlow(.login) { Page() }
        #expect(made == 0)
        flows.switchFlow(.main)
        flows.switchFlow(.login)
        flows.switchFlow(.main)
        #expect(made == 1)
        #expect(flows.current == .main)
    }

    @Test("switching goes back to the root")
    func popsToRoot() {
        let flows = FlowManager()
        let root = Page()
        flows.setFlow(.main) { root }
        flows.switchFlow(.main)
        let second = Page()
        flows.push(second)
        flows.push(Page())
        flows.switchFlow(.main)
        #expect(flows.screens.count == 1)
        #expect(flows.screens.first === root)
        #expect(second.log == ["appear", "disappear", "appear", "disappear"])
    }

    @Test("a popped screen is released at once")
    func letsGo() {
        let flows = FlowManager()
        flows.setFlow(.main) { Page() }
        flows.switchFlow(.main)
        weak var page: Page?
        do {
            let new = Page()
            page = new
            flows.push(new)
        }
        #expect(page != nil)
        flows.pop()
        #expect(page == nil)
    }

    @Test("a flow without screens changes nothing")
    func unknown() {
        let flows = FlowManager()
        let root = Page()
        flows.setFlow(.main) { root }
        flows.switchFlow(.main)
        flows.switchFlow(.login)
        #expect(flows.screens.first === root)
        #expect(flows.current == .main)
    }

    @Test("a root cannot be popped; an overlay keeps the screen below visible")
    func overlays() {
        let flows = FlowManager()
        let root = Page()
        flows.setFlow(.main) { root }
        flows.switchFlow(.main)
        flows.push(Page(isOverlay: true))
        #expect(root.log == ["appear"])
        #expect(flows.visible.count == 2)
        #expect(flows.pop())
        #expect(!flows.pop())
        #expect(root.log == ["appear"])
        flows.push(Page())
        #expect(flows.visible.count == 1)
    }

    @Test("the new flow rises over the old flow, which is released once covered")
    func rising() throws {
        let flows = FlowManager()
        flows.setFlow(.main) { Page(sign: "m") }
        flows.setFlow(.login) { Page(sign: "l") }
        func picture(at time: ContinuousClock.Instant, motion: Bool = true) -> [String] {
            var grid = Grid(size: Size(width: 1, height: 10), frame: Frame(now: time, motion: motion))
            flows.draw(into: &grid)
            return (0..<10).map { grid.text(row: $0) }
        }
        flows.switchFlow(.login)
        #expect(picture(at: .now) == Array(repeating: "l", count: 10))
        flows.switchFlow(.main)
        let begin = try #require(flows.switching.begin)
        let rows = [1, 60, 120].map { milliseconds in
            picture(at: begin + .milliseconds(milliseconds)).count { $0 == "m" }
        }
        #expect(rows[0] < rows[1] && rows[1] < rows[2] && rows[2] < 10)
        #expect(picture(at: begin + .milliseconds(200)) == Array(repeating: "m", count: 10))
        #expect(flows.leaving == nil)
        flows.switchFlow(.login)
        #expect(picture(at: .now, motion: false) == Array(repeating: "l", count: 10))
    }
}
