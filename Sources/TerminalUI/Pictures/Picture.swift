/// A pixel image for the screen.
public struct Picture: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// The red, green and blue of each pixel, row by row.
    public let rgb: [UInt8]

    /// - Returns: nil when there are not three bytes for each pixel, or no pixels.
    public init?(width: Int, height: Int, rgb: [UInt8]) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, rgb.count == width * height * 3 else {
            return nil
        }
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    private init(_ width: Int, _ height: Int, _ rgb: [UInt8]) {
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    /// The ratio of a cell's height to its width.
    private static let cellShape = 2.0

    /// Returns the columns and rows of the picture at the largest size that fits, with at least that many pixels for each
    /// column.
    public func cells(within size: Size, pixelsPerColumn: Int) -> Size {
        let scale = min(
            1 / Double(pixelsPerColumn), Double(size.width) / Double(width),
            Double(size.height) * Self.cellShape / Double(height))
        return Size(
            width: min(size.width, max(1, Int((Double(width) * scale).rounded()))),
            height: min(size.height, max(1, Int((Double(height) * scale / Self.cellShape).rounded()))))
    }

    /// Returns the picture in another size, with averaged pixels.
    func scaled(width newWidth: Int, height newHeight: Int) -> Picture {
        guard newWidth != width || newHeight != height else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 3)
        for y in 0..<newHeight {
            let rows = y * height / newHeight..<max(y * height / newHeight + 1, (y + 1) * height / newHeight)
            for x in 0..<newWidth {
                let columns = x * width / newWidth..<max(x * width / newWidth + 1, (x + 1) * width / newWidth)
                var (red, green, blue) = (0, 0, 0)
                for row in rows {
                    for column in columns {
                        let at = (row * width + column) * 3
                        red += Int(rgb[at])
                        green += Int(rgb[at + 1])
                        blue += Int(rgb[at + 2])
                    }
                }
                let count = rows.count * columns.count
                result += [UInt8(red / count), UInt8(green / count), UInt8(blue / count)]
            }
        }
        return Picture(newWidth, newHeight, result)
    }

    /// Returns the picture with at most that many pixels.
    func atMost(pixels: Int) -> Picture {
        guard width * height > pixels else { return self }
        let scale = (Double(pixels) / Double(width * height)).squareRoot()
        return scaled(width: max(1, Int(Double(width) * scale)), height: max(1, Int(Double(height) * scale)))
    }

    /// Returns the colour of a pixel as 0xRRGGBB.
    func color(x: Int, y: Int) -> UInt32 {
        let at = (y * width + x) * 3
        return UInt32(rgb[at]) << 16 | UInt32(rgb[at + 1]) << 8 | UInt32(rgb[at + 2])
    }
}

/// A picture and the cells of the whole grid that it covers.
public struct PlacedPicture: Hashable, Sendable {
    public let picture: Picture
    public let place: Rect
}
