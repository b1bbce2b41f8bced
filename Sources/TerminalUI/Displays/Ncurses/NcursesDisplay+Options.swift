extension NcursesDisplay {
    /// The user's choices for the terminal.
    public struct Options: Sendable {
        /// Whether to follow the mouse; otherwise the terminal's own text selection works.
        public var mouse = true
        /// Whether to use plain characters for box drawing and signs; always done without a UTF-8 locale.
        public var ascii = false
        /// Whether to use words for signs.
        public var words = false
        /// Whether to use no colour even if there is some.
        public var monochrome = false
        /// The theme's name; the terminal's background decides between its light and its dark variant.
        public var themeName = "maraca"
        /// Additional themes; a theme with a built-in name replaces that built-in theme.
        public var themes: [Theme] = []
        /// Whether the background is light; nil to detect it.
        public var isLight: Bool?

        public init() {}
    }
}
