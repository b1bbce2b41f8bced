#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

/// Keeps the memory, which contains passwords, out of core dumps and away from other programs of the same user.
/// Returns 0, or -1 with errno set.
int cprocess_keep_private(void);

/// Makes free return large blocks of memory to the system at once. By default the allocator keeps what a large mail once took, in
/// gaps too small for the next large block, so that a mail would cost several times its size.
void cprocess_give_back_memory(void);

/// Opens replacements for standard input, output and error if they were closed at the start, so that no other file gets their
/// numbers. They can be neither read nor written.
void cprocess_open_standard_files(void);

// MARK: Priorities

/// Lets the main thread go before those that call `cprocess_go_behind_main`, from now on.
void cprocess_put_main_first(void);

/// Lowers the priority of the calling thread below the main thread's, if that goes first and this is another one. It can't be
/// raised again.
void cprocess_go_behind_main(void);

// MARK: Signals

/// Whether the parent process made this one ignore a signal, as `nohup` does.
int cprocess_ignores(int number);

/// Returns the descriptor from which received signals are read, one byte each with the signal's number; -1 with errno set if no
/// descriptor is available. The descriptor is shared by the whole process and stays open.
int cprocess_hears(void);

/// Makes a signal only report to `cprocess_hears` from now on. Interrupted system calls are restarted. Returns 0, or -1 with
/// errno set.
int cprocess_hear(int number);

/// Ends the process as the signal does by default, so that a shell sees which signal ended it.
void cprocess_end_by(int number) __attribute__((noreturn));

// MARK: Programs

/// Starts a program with an empty signal mask and default signal actions, at the priority of this process. `arguments` and
/// `environment` end in NULL; if `environment` is NULL, this process's is used. `input`, `output` and `error` become its standard
/// descriptors; -1 inherits ours. It gets no others except `fourth` as its descriptor 3, unless that is -1.
/// With `own_group` it leads its own process group. Returns 0 and the process id, or an errno value.
int cprocess_spawn(const char *path, char *const arguments[], char *const environment[], int input, int output,
                   int error, int fourth, int own_group, pid_t *process);

/// Returns 1 and the exit status (or 128 + signal) if the process has ended, 0 while it runs, -1 if it isn't a child.
int cprocess_ended(pid_t process, int *status, int *is_signalled);

/// Returns an unnamed file in memory, or -1 with errno set.
int cprocess_memory_file(void);

// MARK: Secrets typed on the terminal

/// Turns off the terminal's echo from now on. If a signal ends or stops the program, the terminal is
/// restored first. Returns 0, or -1 if the descriptor is not a terminal.
int cprocess_silence(int terminal);

/// Restores the terminal.
void cprocess_end_silence(void);

/// Renames a file within a folder, unless the new name exists. Returns 0 or an errno value; EINVAL or ENOSYS if
/// the file system or the kernel cannot do it atomically.
int cprocess_rename_new(int folder, const char *old_name, const char *new_name);

/// Opens an unnamed file in a folder, which disappears with its last descriptor unless it gets a name; -1 with errno set if the
/// file system or the kernel does not support that.
int cprocess_open_unnamed(int folder);

/// Gives an unnamed file a name in a folder, unless the name exists. Returns 0 or an errno value.
int cprocess_name_new(int file, int folder, const char *name);

#endif
