import CProcess

/// Names of files, as only the system's own calls can give them.
package enum Renaming {
    /// Gives a file in an open folder another name there, when nothing has that name.
    /// - Returns: 0 or an `errno`; `EINVAL` or `ENOSYS` where the file system can't do that in one step.
    package static func withoutReplacing(in folder: Int32, _ old: String, to new: String) -> Int32 {
        cprocess_rename_new(folder, old, new)
    }
}
