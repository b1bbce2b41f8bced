package import Foundation

/// The time zone of this machine. Foundation understands only names of zones: no path, colon or rule in `TZ`, and no `/etc/localtime` that
/// is a copy of a zone's file instead of a link to it. It then shows times in UTC, or in another zone with the same letters (CST is
/// Chicago's time, and China's). The C library, by which other programs show times, understands all of them.
package enum MachineZone {
    /// Makes `TimeZone.current` agree with the C library. To be called before anything asks for it, and before there are threads.
    package static func adopt() {
        tzset()
        guard let name = name(of: systemOffset, now: Date(), instead: .current) else { return }
        // Foundation reads the variable once. Other programs get it as it was: they would take +03 for the other direction.
        let before = ProcessInfo.processInfo.environment["TZ"]
        setenv("TZ", name, 1)
        NSTimeZone.resetSystemTimeZone()
        _ = TimeZone.current
        if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
    }

    /// Returns the machine's zone if its clock no longer shows the time of this one, as after a journey. `Calendar.current` is in it from
    /// then on.
    package static func next(after zone: TimeZone) -> TimeZone? {
        let now = Date()
        // Looks whether `/etc/localtime` has changed, and reads it only then.
        tzset()
        guard systemOffset(now) != zone.secondsFromGMT(for: now) else { return nil }
        NSTimeZone.resetSystemTimeZone()
        let name = name(of: systemOffset, now: now, instead: .current)
        let next = name.flatMap { TimeZone(identifier: $0) } ?? .current
        NSTimeZone.default = next
        return next
    }

    /// Returns the seconds east of Greenwich at a time, by the C library.
    private static func systemOffset(_ date: Date) -> Int {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970), tm())
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// Returns the name of a zone that agrees with these offsets now, and at as many times near and long ago as possible; nil if the known one
    /// agrees at all times near.
    package static func name(of offset: (Date) -> Int, now: Date, instead known: TimeZone) -> String? {
        let year: TimeInterval = 366 * 86_400
        let near = moments(from: now - year, to: now + year, everyDays: 7, of: offset)
        guard known.agreeing(near) < near.count else { return nil }
        let current = offset(now)
        let zones = TimeZone.knownTimeZoneIdentifiers.compactMap { TimeZone(identifier: $0) }
            .filter { $0.secondsFromGMT(for: now) == current }
        let scores = zones.map { $0.agreeing(near) }
        // If no zone has this offset, it counts until it changes.
        guard let most = scores.max() else { return TimeZone(secondsFromGMT: current)?.identifier }
        let far = moments(from: Date(timeIntervalSince1970: 946_684_800), to: now, everyDays: 30, of: offset)
        let best = zip(zones, scores).filter { $0.1 == most }
        return best.max { $0.0.agreeing(far) < $1.0.agreeing(far) }?.0.identifier
    }

    fileprivate struct Moment {
        var date: Date
        var offset: Int
    }

    /// Returns times with their offsets: some at regular distances, and the seconds before and after each change between them.
    private static func moments(from start: Date, to end: Date, everyDays days: Double, of offset: (Date) -> Int)
        -> [Moment]
    {
        var last = Moment(date: start, offset: offset(start))
        var found = [last]
        for date in stride(from: start + days * 86_400, through: end, by: days * 86_400) {
            let next = Moment(date: date, offset: offset(date))
            if next.offset != last.offset {
                var (before, after) = (last.date, date)
                while after.timeIntervalSince(before) > 1 {
                    let middle = before + after.timeIntervalSince(before) / 2
                    if offset(middle) == last.offset { before = middle } else { after = middle }
                }
                found.append(Moment(date: before - 1, offset: last.offset))
                found.append(Moment(date: after + 1, offset: next.offset))
            }
            found.append(next)
            last = next
        }
        return found
    }
}

extension TimeZone {
    /// Returns at how many of these times it has the offset.
    fileprivate func agreeing(_ moments: [MachineZone.Moment]) -> Int {
        moments.count { secondsFromGMT(for: $0.date) == $0.offset }
    }
}
