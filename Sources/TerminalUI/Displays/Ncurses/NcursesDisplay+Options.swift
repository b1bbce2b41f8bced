extension NcursesDisplay {
    /// What may be chosen about a terminal.
    public struct Options: Sendable {
        /// Follow the mouse; when not, the terminal's own selection of text works.
        public var mouse = true
        /// Plain characters instead of box drawing and signs; also used where the locale is not UTF-8.
        public var ascii = false
        /// Words instead of signs.
        public var words = false
        /// No colour even where there is some.
        public var monochrome = false
        /// The built-in theme's name; its light or dark one is taken as the terminal's background is.
        public var themeName = "maraca"
        /// Themes besides the built-in ones; one of a built-in name takes its place.
        public var themes: [Theme] = []
        /// Light or dark by hand; nil finds out.
        public var isLight: Bool?

        public init() {}
    }
}
