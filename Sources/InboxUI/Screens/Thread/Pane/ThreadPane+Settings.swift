/// What a thread takes from the settings, when it is opened and when they are reloaded while it is open.
extension ThreadPane {
    /// Takes how dates are written, who vouches for senders, and which programs have a say. The view stays where it is.
    func followSettings(of around: any Surroundings) {
        dates = MessageDates(clock: around.clock)
        known.followSettings(of: around)
    }
}
