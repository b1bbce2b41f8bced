import TerminalUI

/// What the list keeps of frames drawn before, so that the next one lays out only what has changed.
struct ListPictures {
    var rows = RowPictures()
    var top = KeptPicture<TopLine>()
    var bottom = KeptBar()
    var drawer = KeptPicture<DrawerLook>()
    /// The space in which rows were drawn last, and the rows still to be drawn in advance; nil until these are known.
    var space: RowSpace?
    var ahead: [RowAhead]?
}
