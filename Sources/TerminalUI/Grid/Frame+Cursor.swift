extension Frame {
    /// Takes back the place that the cursor was given: something covers what had it.
    public mutating func hideCursor() { cursor = nil }
}
