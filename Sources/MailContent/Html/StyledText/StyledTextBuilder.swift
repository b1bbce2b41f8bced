/// Builds styled text from the events of the HTML parser.
final class StyledTextBuilder: HTMLVisitor {
    private static let maximumLinks = 10_000

    var result = StyledText()
    var collector = LineCollector()
    var stack: [HTMLElement] = [HTMLElement(name: "")]
    var tables: [TableCapture] = []
    /// The numbers of captured tables and cells so far, and of the open tables that are not captured: their cells become lines.
    var tableCount = 0
    var cellCount = 0
    var plainTables = 0
    private var sheet: SimpleStyleSheet
    /// The numbers of items in the lists that count down; that of the next list is last.
    private var countdowns: [Int]
    var linkTexts: [String] = []
    /// The links that show nothing but the words of a picture so far.
    var pictured: Set<Int> = []
    /// The texts that stand for pictures without a link.
    var pictureWords: Set<String> = []
    /// The form field whose content is being read.
    var field: Field?
    /// The formula or drawing that is being read, and the index of its element on the stack.
    var formula: Formula?
    var drawing: Drawing?
    var drawnPlace = 0
    private var countedHidden = false
    private let revealsHidden: Bool
    /// Whether a `<pre>` has just begun: a line break right after it isn't part of its text (HTML §13.1.2.5).
    private var isAfterPre = false

    var top: HTMLElement { stack[stack.count - 1] }
    /// - Parameters:
    ///   - sheet: the rules of the whole page, wherever they stand in it.
    ///   - countdowns: the number of items in each list that counts down.
    init(revealsHidden: Bool, sheet: SimpleStyleSheet, countdowns: [Int]) {
        self.sheet = sheet
        self.countdowns = countdowns.reversed()
        self.revealsHidden = revealsHidden
        result.revealsHidden = revealsHidden
    }

    /// The number of lines in cells so far.
    var cellLines = 0

    var isDone: Bool { collector.isFull || cellLines > LineCollector.maximumLines }

    func begin(_ name: String, _ attributes: [String: String]) {
        isAfterPre = false
        let attributes = countingDown(name, reading(attributes))
        stack[stack.count - 1].children += 1
        let asked = CSSSelector.Element(name, attributes, place: top.children)
        var element = HTMLElement(asked, within: top, sheet: sheet)
        element.marks = sheet.open(asked)
        if !top.hidesText, !top.isRevealed { countedHidden = false }
        if revealsHidden, element.isHidden { (element.isHidden, element.isRevealed) = (false, true) }
        let isSeen = !top.isSkipped && !element.hidesText && !element.isRevealed
        stack.append(element)
        beginDrawn(name, attributes, isSeen: isSeen)
        if name == "img" { countImage(attributes, isHidden: element.isHidden) }
        if name == "option" { openOption(attributes) }
        guard !element.isHidden, !element.isSkipped else { return }
        separate(element, isSpaced: element.isSpacedAbove)
        if element.alignsRight, let last = tables.indices.last { tables[last].alignRight() }
        switch name {
        case "a": openLink(attributes)
        case "br": collector.forceBreak(keepsAll: element.blanks == .kept)
        case "hr": collector.addRule()
        case "li": openItem(attributes)
        case "img": addImage(attributes)
        case "area": addArea(attributes)
        case "table": openTable(attributes)
        case "tr": openRow()
        case "td", "th": openCell(attributes)
        case "q": add("“")
        case "button": add("[ ")
        case "input": addField(attributes)
        case "select", "textarea": openField(name)
        default: isAfterPre = element.blanks == .kept && HTMLNames.of(name).isPreformatted
        }
    }

    func end(_ name: String) {
        isAfterPre = false
        guard let index = stack.lastIndex(where: { $0.name == name }), index > 0 else { return }
        while stack.count > index { close(stack.removeLast()) }
    }

    func text(_ text: String) {
        let element = top
        guard !element.isSkipped || isReadingDrawn else { return fill(text, element) }
        guard !collector.isFull else { return }
        if element.hidesText || element.isRevealed {
            guard text.unicodeScalars.contains(where: { !$0.isBlank && ScalarKind($0) == .other && $0 != "\u{A0}" })
            else { return }
            if !countedHidden { result.hiddenTextCount += 1 }
            countedHidden = true
            if element.isRevealed || revealsHidden { add("[hidden: \(text.trimmingBlanks())]", style: .dim) }
            return
        }
        guard !isReadingDrawn else { return addDrawn(text) }
        if let link = element.link, linkTexts[link].utf8.count < 1_000 {
            linkTexts[link] += text
            if text.unicodeScalars.contains(where: { !$0.isBlank }) { pictured.remove(link) }
        }
        guard element.blanks == .collapsed else { return addKept(text, element) }
        collector.place(quoteDepth: element.quoteDepth, indent: element.indent)
        guard !element.isFiller else { return addBullet(text, element) }
        collector.add(text.small(element.level) ?? text, style: element.style, link: element.link)
    }

    func add(_ text: String, style: StyledText.Style = []) {
        collector.place(quoteDepth: top.quoteDepth, indent: top.indent)
        collector.add(text, style: top.style.union(style), link: top.link)
    }

    func finish(notice: String?) -> StyledText {
        while stack.count > 1 { close(stack.removeLast()) }
        plainTables = 0
        while !tables.isEmpty { closeTable(top) }
        result.lines = collector.finished()
        for (index, text) in linkTexts.enumerated() { finishLink(index, text) }
        result = result.withoutWordlessLinks(pictured: pictured)
        var written = TableRows.written(result.lines)
        let isCut = isDone || written.isFull
        let notice = notice ?? (isCut ? "The text has more than 100,000 lines; the rest is not shown." : nil)
        if let notice { written.note(notice) }
        result.notice = notice
        result.lines = written.finished()
        result = result.withoutRepeatedWords(of: pictureWords)
        result.markSignature()
        return result
    }
}

private extension StyledTextBuilder {
    func separate(_ element: HTMLElement, isSpaced: Bool) {
        switch element.separation {
        case .none: break
        case .line where !isSpaced: collector.breakLine()
        case .line: collector.breakParagraph()
        case .paragraph: collector.breakParagraph()
        }
        if element.separation != .none { collector.place(quoteDepth: element.quoteDepth, indent: element.indent) }
    }

    func close(_ element: HTMLElement) {
        sheet.close(element.marks)
        if isReadingDrawn { endDrawn() }
        guard !element.isHidden, !element.isSkipped || element.name == "textarea" || element.name == "select" else {
            return
        }
        switch element.name {
        case "table": closeTable(element)
        case "td", "th": closeCell()
        case "q": add("”")
        case "button": add(" ]")
        case "select", "textarea": closeField()
        default: break
        }
        separate(element, isSpaced: element.isSpacedBelow)
        collector.place(quoteDepth: top.quoteDepth, indent: top.indent)
    }

    func addKept(_ text: String, _ element: HTMLElement) {
        let lines = text.withLineFeeds().split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            collector.place(quoteDepth: element.quoteDepth, indent: element.indent)
            if index > 0, !(isAfterPre && index == 1 && lines[0].isEmpty) { collector.forceBreak(keepsAll: true) }
            collector.addPreformatted(
                String(line), wraps: element.blanks == .wrapped, style: element.style, link: element.link)
        }
        isAfterPre = false
    }

    /// Adds what Word writes in front of an item: a number stays, a letter of a symbol font becomes a bullet.
    func addBullet(_ text: String, _ element: HTMLElement) {
        let bullet = text.replacing("\u{A0}", with: " ").trimmingBlanks()
        guard !bullet.isEmpty else { return }
        guard element.indent > 0, collector.isAtLineStart else {
            return collector.add(bullet + " ", style: element.style, link: element.link)
        }
        let isNumber = bullet.contains { $0.isNumber || $0.isLetter } && bullet.count > 1
        collector.setMarker(isNumber ? bullet + " " : "• ")
    }

    /// Adds the missing start of a list that counts down, which is the number of its items (HTML §4.4.5).
    func countingDown(_ name: String, _ attributes: [String: String]) -> [String: String] {
        guard name == "ol", attributes["reversed"] != nil, let count = countdowns.popLast() else { return attributes }
        return attributes.merging(["start": String(count)]) { said, _ in said }
    }

    func openItem(_ attributes: [String: String]) {
        let list = stack.dropLast().lastIndex { $0.list != nil }
        guard let list, case .numbers(let next, let step, let kind)? = stack[list].list else {
            if top.hasMarkers { collector.setMarker("• ") }
            return
        }
        let number = ListNumber.said(attributes["value"]) ?? next
        stack[list].list = .numbers(next: number + step, step: step, kind: kind)
        if top.hasMarkers { collector.setMarker(kind.text(number) + ". ") }
    }
}

// Links.
private extension StyledTextBuilder {
    /// Adds a link of an image map, shown by its words, or else by its host or target.
    func addArea(_ attributes: [String: String]) {
        openLink(attributes)
        guard let link = top.link else { return }
        let words = ["alt", "title", "aria-label"].lazy.compactMap { attributes[$0]?.trimmingBlanks() }.first {
            !$0.isEmpty
        }
        let target = result.links[link].target
        let shown = CleanText.line(words ?? LinkCheck.shownHost(of: target) ?? target)
        add("[" + shown + "]", style: .dim)
        linkTexts[link] += shown
    }

    func openLink(_ attributes: [String: String]) {
        guard let target = attributes["href"].flatMap(LinkCheck.target), result.links.count < Self.maximumLinks else {
            return
        }
        stack[stack.count - 1].link = result.links.count
        result.links.append(StyledText.Link(target: target, text: ""))
        linkTexts.append("")
    }

    func finishLink(_ index: Int, _ text: String) {
        let shown = Snippet.collapsed(
            CleanText.line(String(text.unicodeScalars.map { $0.isBlank ? " " : Character($0) })))
        result.links[index].text = shown
        result.links[index].note = LinkCheck.note(text: shown, target: result.links[index].target)
    }
}

extension StyledText {
    /// Reads HTML as text: loads and runs nothing, leaves out and counts what the sender hid, and turns form fields into blanks. Takes time
    /// linear in the size. Reads at most 4 MiB and 100,000 lines; `notice` tells when that is not all.
    /// - Parameter revealsHidden: whether to show what the sender hid, each piece marked as such.
    public init(html: String, revealsHidden: Bool = false) {
        let guarded = HTMLGuard(html)
        let builder = StyledTextBuilder(
            revealsHidden: revealsHidden, sheet: SimpleStyleSheet(guarded.styleSheets),
            countdowns: guarded.mayCountDown ? CountdownLists.counts(in: guarded.html) : [])
        HTMLParser.parse(guarded.html, for: builder)
        self = builder.finish(notice: guarded.notice)
    }
}
