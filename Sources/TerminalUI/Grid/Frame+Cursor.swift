extension Frame {
    /// Removes the cursor, because something now covers the view that showed it.
    public mutating func hideCursor() { cursor = nil }
}
