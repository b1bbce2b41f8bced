// Tables are captured cell by cell, and written out once the whole text is known.
extension StyledTextBuilder {
    func openTable(_ attributes: [String: String]) {
        for index in tables.indices { tables[index].holdsTable = true }
        guard plainTables == 0, tables.count < TableCapture.maximumDepth, tableCount < TableCapture.maximumTables,
            cellCount < TableCapture.maximumCellsOfAll
        else {
            plainTables += 1
            return
        }
        tableCount += 1
        var table = TableCapture()
        table.isLayout = attributes["role"]?.lowercased() == "presentation"
        table.isFromRight = top.isFromRight
        // Swapped, not copied: a second owner would make the next change copy all lines.
        swap(&collector, &table.outer)
        tables.append(table)
    }

    func closeTable(_ element: HTMLElement) {
        guard plainTables == 0 else {
            plainTables -= 1
            return
        }
        closeCell()
        if tables.last?.isSpilled == true {
            tables.removeLast()
            return collector.breakLine()
        }
        guard var table = tables.popLast() else { return }
        let loose = collector.finished()
        collector = LineCollector()
        swap(&collector, &table.outer)
        for line in loose { collector.addLine(line) }
        table.write(into: &collector, quoteDepth: element.quoteDepth, indent: element.indent)
    }

    func openCell(_ attributes: [String: String]) {
        // In a link's text, the words of different cells stay apart.
        if let link = top.link, linkTexts[link].utf8.count < 1_000 { linkTexts[link] += " " }
        guard plainTables == 0 else { return collector.breakLine() }
        guard let last = tables.indices.last else { return }
        closeCell()
        guard !tables[last].isSpilled else { return collector.breakLine() }
        cellCount += 1
        guard tables[last].cellCount < TableCapture.maximumCells, cellCount <= TableCapture.maximumCellsOfAll else {
            return spill(last)
        }
        swap(&collector, &tables[last].loose)
        tables[last].beginCell(attributes, top)
    }

    /// Continues a table that is too large for a layout as plain lines.
    func spill(_ index: Int) {
        collector = LineCollector()
        swap(&collector, &tables[index].outer)
        tables[index].isLayout = true
        tables[index].write(into: &collector, quoteDepth: top.quoteDepth, indent: top.indent)
        tables[index].forgetCells()
        tables[index].isSpilled = true
    }

    func openRow() {
        guard plainTables == 0 else { return collector.breakLine() }
        if let last = tables.indices.last { tables[last].beginRow() }
    }

    func closeCell() {
        guard plainTables == 0 else { return collector.breakLine() }
        guard let last = tables.indices.last, tables[last].isInCell else { return }
        let lines = collector.finished()
        cellLines += lines.count
        tables[last].endCell(lines)
        collector = LineCollector()
        swap(&collector, &tables[last].loose)
    }
}
