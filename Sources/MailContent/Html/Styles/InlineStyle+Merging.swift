/// Combining the styles of several rules for one element.
extension InlineStyle {
    /// The part to keep of a rule whose selector matches the element only approximately: hiding, letter size, and the fact that colours
    /// are unknown.
    var onlyHiding: InlineStyle {
        var style = InlineStyle()
        if display?.isNone == true { style.display = display }
        style.isUnseen = isUnseen
        style.isFlattened = isFlattened
        style.isTiny = isTiny
        style.hasUnknownColor = hasUnknownColor || color != nil
        style.background = background == nil ? nil : .unknown
        return style
    }

    /// Like `over`, for two rules of unknown precedence. An element that either of them hides is hidden, unless the other shows it with
    /// `!important`.
    func beside(_ other: InlineStyle) -> InlineStyle {
        var merged = over(other)
        if let one = display, let two = other.display, one.isNone != two.isNone {
            let (none, some) = one.isNone ? (one, two) : (two, one)
            merged.display = some.isImportant && !none.isImportant ? some : none
        }
        return merged
    }

    /// These declarations, completed by those of `other`, as an element's own style completes that of its classes.
    func over(_ other: InlineStyle) -> InlineStyle {
        var merged = other
        let isOverruled = display == nil || other.display?.isImportant == true && display?.isImportant == false
        merged.display = isOverruled ? other.display : display
        merged.isUnseen = isUnseen || other.isUnseen
        merged.isFlattened = isFlattened ?? other.isFlattened
        merged.isTiny = isTiny ?? other.isTiny
        merged.listLevel = listLevel ?? other.listLevel
        merged.isBold = isBold ?? other.isBold
        merged.isItalic = isItalic ?? other.isItalic
        merged.isUnderlined = isUnderlined || other.isUnderlined
        merged.isStruck = isStruck || other.isStruck
        merged.alignsRight = alignsRight ?? other.alignsRight
        merged.isFiller = isFiller || other.isFiller
        merged.hasMarkers = hasMarkers ?? other.hasMarkers
        merged.blanks = blanks ?? other.blanks
        merged.isTight = isTight ?? other.isTight
        merged.isSpacedAbove = isSpacedAbove || other.isSpacedAbove
        merged.isSpacedBelow = isSpacedBelow || other.isSpacedBelow
        merged.hasNoBorder = hasNoBorder || other.hasNoBorder
        (merged.color, merged.hasUnknownColor) =
            color != nil || hasUnknownColor ? (color, hasUnknownColor) : (other.color, other.hasUnknownColor)
        merged.background = background ?? other.background
        return merged
    }
}
