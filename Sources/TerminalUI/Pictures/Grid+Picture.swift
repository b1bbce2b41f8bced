extension Grid {
    /// Draws a picture over cells of the part: by the terminal where possible, otherwise as half blocks, two pixels a cell.
    /// Draws nothing if the rectangle extends beyond the part.
    public mutating func draw(_ picture: Picture, in rect: Rect) {
        guard !rect.isEmpty, bounds.intersection(rect) == rect else { return }
        clear(rect)
        guard !frame.drawsPictures else {
            let spot = Rect(x: rect.x + place.x, y: rect.y + place.y, width: rect.width, height: rect.height)
            return frame.pictures.append(PlacedPicture(picture: picture, place: spot))
        }
        let small = picture.scaled(width: rect.width, height: rect.height * 2)
        for y in 0..<rect.height {
            for x in 0..<rect.width {
                let (upper, lower) = (small.color(x: x, y: 2 * y), small.color(x: x, y: 2 * y + 1))
                var style = Style.plain
                style.paint = Paint(ink: upper, ground: lower)
                draw("▀", x: rect.x + x, y: rect.y + y, style)
            }
        }
    }
}
