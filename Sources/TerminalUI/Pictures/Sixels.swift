/// Encodes a picture as DEC's sixels: bands of six rows, each with one line for every colour.
enum Sixels {
    /// The steps of red, green and blue each.
    private static let steps = 6

    static func bytes(_ picture: Picture) -> String {
        var result: [UInt8] = Array("\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)".utf8)
        var known: Set<Int> = []
        let colors = (0..<picture.width * picture.height).map { index in
            (0..<3).reduce(0) { $0 * steps + (Int(picture.rgb[index * 3 + $1]) * (steps - 1) + 127) / 255 }
        }
        for top in stride(from: 0, to: picture.height, by: 6) {
            let height = min(6, picture.height - top)
            let band = Set(colors[top * picture.width..<(top + height) * picture.width])
            for color in band.sorted() {
                if known.insert(color).inserted { result += definition(color) }
                result += "#\(color)".utf8
                append(line(color, colors, top, height, picture.width), to: &result)
                result.append(UInt8(ascii: "$"))
            }
            result.append(UInt8(ascii: "-"))
        }
        return String(decoding: result, as: UTF8.self) + "\u{1B}\\"
    }

    /// Returns a colour's definition, in percent.
    private static func definition(_ color: Int) -> String.UTF8View {
        let parts = [color / 36, color / 6 % 6, color % 6].map { $0 * 100 / (steps - 1) }
        return "#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8
    }

    private static func line(_ color: Int, _ colors: [Int], _ top: Int, _ height: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { x in
            (0..<height).reduce(UInt8(0x3F)) { $0 + (colors[(top + $1) * width + x] == color ? 1 << UInt8($1) : 0) }
        }
    }

    /// Appends a line, with runs of four or more counted.
    private static func append(_ line: [UInt8], to result: inout [UInt8]) {
        var index = 0
        while index < line.count {
            let end = line[index...].firstIndex { $0 != line[index] } ?? line.count
            if end - index > 3 {
                result += "!\(end - index)".utf8
                result.append(line[index])
            } else {
                result += line[index..<end]
            }
            index = end
        }
    }
}
