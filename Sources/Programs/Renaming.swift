import CProcess

/// Naming files without replacing others, by system calls that Foundation lacks.
package enum Renaming {
    /// Renames a file within an open folder, unless the new name exists.
    /// - Returns: 0 or an `errno`; `EINVAL` or `ENOSYS` if the file system can't do that atomically.
    package static func withoutReplacing(in folder: Int32, _ old: String, to new: String) -> Int32 {
        cprocess_rename_new(folder, old, new)
    }

    /// Opens an unnamed file in a folder. However the program ends, no trace of the file remains.
    /// - Returns: nil if the file system or the kernel does not support unnamed files.
    package static func openUnnamed(in folder: Int32) -> Int32? {
        let file = cprocess_open_unnamed(folder)
        return file < 0 ? nil : file
    }

    /// Gives a file from `openUnnamed` a name in an open folder, unless the name exists.
    /// - Returns: 0 or an `errno`.
    package static func name(_ file: Int32, in folder: Int32, as name: String) -> Int32 {
        cprocess_name_new(file, folder, name)
    }
}
