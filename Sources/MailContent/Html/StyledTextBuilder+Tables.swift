// Tables are gathered cell by cell, and written out when the whole text is known.
extension StyledTextBuilder {
    func openTable(_ attributes: [String: String]) {
        for index in tables.indices { tables[index].holdsTable = true }
        guard tables.count < TableCapture.maximumDepth else {
            stack[stack.count - 1].name = "div"
            return
        }
        var table = TableCapture()
        table.isLayout = attributes["role"]?.lowercased() == "presentation"
        // Swapped, not copied: a second owner would make the next change copy all lines.
        swap(&collector, &table.outer)
        tables.append(table)
    }

    func closeTable(_ element: HTMLElement) {
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
        guard let last = tables.indices.last else { return }
        closeCell()
        if tables[last].cellCount >= TableCapture.maximumCells { spill(last) }
        guard !tables[last].isSpilled else { return collector.breakLine() }
        swap(&collector, &tables[last].loose)
        tables[last].beginCell(attributes, top)
    }

    /// A table that is too large to be laid out goes on as lines.
    func spill(_ index: Int) {
        collector = LineCollector()
        swap(&collector, &tables[index].outer)
        tables[index].isLayout = true
        tables[index].write(into: &collector, quoteDepth: top.quoteDepth, indent: top.indent)
        tables[index].forgetCells()
        tables[index].isSpilled = true
    }

    func closeCell() {
        guard let last = tables.indices.last, tables[last].isInCell else { return }
        let lines = collector.finished()
        cellLines += lines.count
        tables[last].endCell(lines)
        collector = LineCollector()
        swap(&collector, &tables[last].loose)
    }
}
