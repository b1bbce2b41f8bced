#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

/// Keeps what is in memory, passwords among it, out of core files and from other programs of the same user.
/// Returns 0, or -1 with errno set.
int cprocess_keep_private(void);

/// Large pieces of memory go back to the system as soon as they are free. By itself the allocator keeps what a large mail once took, in
/// gaps that the next large piece does not fit into, so that a mail would cost several times what is held of it.
void cprocess_give_back_memory(void);

/// Gives standard input, output and error that were closed at the start something in their places that can neither be read nor
/// written, so that no file takes them.
void cprocess_open_standard_files(void);

// MARK: Signals

/// Whether whoever started this process has it ignore a signal, as `nohup` does.
int cprocess_ignores(int number);

/// Where signals that are heard come in, one byte with its number for each; -1 with errno set where there is no descriptor left. It is
/// the same for the whole process and stays open.
int cprocess_hears(void);

/// From here on a signal is heard (`cprocess_hears`) and does nothing by itself. Calls that it comes into go on. Returns 0, or -1 with
/// errno set.
int cprocess_hear(int number);

/// Ends the process as the signal would have done by itself, so that a shell sees what ended it.
void cprocess_end_by(int number) __attribute__((noreturn));

// MARK: Programs

/// Starts the program with an empty signal mask and default signal actions, at the priority of this process. `arguments` and `environment` end in NULL;
/// `environment` NULL is ours. Descriptors for its standard input, output and error: -1 leaves ours; it gets no others but `fourth`
/// as its descriptor 3, unless that is -1.
/// With `own_group` it leads a process group of its own. Returns 0 and the process id, or an errno value.
int cprocess_spawn(const char *path, char *const arguments[], char *const environment[], int input, int output,
                   int error, int fourth, int own_group, pid_t *process);

/// 1 and its status (exit status, or 128 + signal) when the process has ended, 0 when it runs, -1 when it isn't ours.
int cprocess_ended(pid_t process, int *status, int *is_signalled);

/// A file in memory, without a name, or -1 with errno set.
int cprocess_memory_file(void);

// MARK: Secrets typed on the terminal

/// From here on the terminal of the descriptor does not show what is typed. Whatever signal ends or stops the program, the
/// terminal is given back as it was before. Returns 0, or -1 when it is no terminal.
int cprocess_silence(int terminal);

/// Gives the terminal back.
void cprocess_end_silence(void);

/// Gives a file in a folder another name there, when nothing has that name. Returns 0 or what went wrong; EINVAL or ENOSYS where
/// the file system or the kernel cannot do it in one step.
int cprocess_rename_new(int folder, const char *old_name, const char *new_name);

/// A file in a folder that has no name, and is gone with its last descriptor unless it is given one; -1 with errno set where the
/// file system or the kernel knows no such files.
int cprocess_open_unnamed(int folder);

/// Gives a file without a name one in a folder, when nothing has that name. Returns 0 or what went wrong.
int cprocess_name_new(int file, int folder, const char *name);

#endif
