import CProcess

/// Names of files, as only the system's own calls can give them.
package enum Renaming {
    /// Gives a file in an open folder another name there, when nothing has that name.
    /// - Returns: 0 or an `errno`; `EINVAL` or `ENOSYS` where the file system can't do that in one step.
    package static func withoutReplacing(in folder: Int32, _ old: String, to new: String) -> Int32 {
        cprocess_rename_new(folder, old, new)
    }

    /// A file in an open folder that has no name: whatever ends the program, nothing of it is left.
    /// - Returns: nil where the file system or the kernel knows no such files.
    package static func openUnnamed(in folder: Int32) -> Int32? {
        let file = cprocess_open_unnamed(folder)
        return file < 0 ? nil : file
    }

    /// Gives a file of `openUnnamed` a name in an open folder, when nothing has that name.
    /// - Returns: 0 or an `errno`.
    package static func name(_ file: Int32, in folder: Int32, as name: String) -> Int32 {
        cprocess_name_new(file, folder, name)
    }
}
