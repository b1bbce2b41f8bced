/// Output for a user who is not looking: bell, title, notification, clipboard.
extension NcursesDisplay {
    public func ring() {
        guard isActive else { return }
        out.append(TerminalModes.bell)
        out.flush()
    }

    public func setTitle(_ new: String?) {
        guard new != title else { return }
        let before = title
        title = new
        guard isActive else { return }
        if before == nil { out.append(TerminalModes.titleKept) }
        out.append(new.map(TerminalModes.title) ?? TerminalModes.titleBack)
        out.flush()
    }

    public func notify(_ text: String) {
        guard isActive else { return }
        out.append(TerminalModes.notice(text))
        out.flush()
    }

    public func copy(_ text: String) -> Bool {
        guard isActive, let sequence = TerminalModes.clipboard(text) else { return false }
        out.append(sequence)
        out.flush()
        return true
    }
}
