extension WordSequence {
    /// The words as the user typed them, with accents and capitals; the folded ones if nothing was typed.
    package var typedWords: [String] {
        guard let typed else { return words }
        let placed = SearchText.placedWords(typed).prefix(words.count).map { String(typed[$0.range]) }
        return placed.count == words.count ? placed : words
    }
}
