#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// ncurses, signals and terminal calls as Swift can make them. Nothing of ncurses shows in this header.
// Unless said otherwise a function returns 0, or -1 with errno set.

// MARK: Screen

/// Most scalars in one cell: a base and four marks, which is also what a cell of ncurses holds.
enum { CNC_CELL_SCALARS = 5 };

/// Bits of `cnc_cell.attributes`.
enum {
    CNC_BOLD = 1,
    CNC_ITALIC = 2,
    CNC_UNDERLINE = 4,
    CNC_REVERSE = 8,
    CNC_DIM = 16,
};

/// One cell as it is to be painted. The right half of a wide character has `width` 0 and is skipped.
typedef struct {
    uint32_t scalars[CNC_CELL_SCALARS];
    uint8_t count;
    uint8_t width;
    uint8_t attributes;
    /// -1: the terminal's own colour; else an index, or 0xRRGGBB where `cnc_screen_colors()` is 1 << 24.
    int32_t foreground;
    int32_t background;
} cnc_cell;

/// Sets the character type of the locale; when that isn't UTF-8, cells are still measured as UTF-8.
/// Returns whether the user's own locale is UTF-8.
bool cnc_locale_start(void);

/// Whether the terminfo entry exists.
bool cnc_terminfo_exists(const char *name);

/// Starts ncurses for the named terminal. It paints into memory: `cnc_screen_output` hands out the bytes.
/// There is one screen in a process. Returns -1 when the terminal is unknown or cannot move its cursor.
int cnc_screen_start(const char *terminal, int columns, int rows);
void cnc_screen_resize(int columns, int rows);

/// 0 without colour; 1 << 24 when colours are given as 0xRRGGBB, of which 0…7 are the basic ones.
int cnc_screen_colors(void);

/// Replaces cells of a row by characters of one scalar and one column each that look alike. Only for rows without wide
/// characters, before and now: where the right half of one stood, ncurses would blank what stands before it.
/// `foreground` and `background` are those of `cnc_cell`.
void cnc_screen_put_run(int row, int column, const uint32_t *characters, int count, uint8_t attributes,
                        int32_t foreground, int32_t background);

/// Replaces a row, and paints it at once and all of it: what is painted next does not depend on where the terminal's cursor
/// came to stand.
void cnc_screen_put_whole(int row, const cnc_cell *cells, int count);

/// Where the cursor is to stand after the next paint.
void cnc_screen_cursor(int row, int column, bool visible);

/// Empties the screen, whatever was on it.
void cnc_screen_clear(void);

/// Paints what changed, into memory.
void cnc_screen_paint(void);

/// The bytes that leave the terminal's full-screen mode (`cnc_screen_leave`) or enter it again
/// (`cnc_screen_enter`), into memory as well. A terminal without a second screen is left empty.
void cnc_screen_leave(void);
void cnc_screen_enter(void);
void cnc_screen_stop(void);

/// Takes up to `capacity` bytes that were painted; 0 when there are none.
size_t cnc_screen_output(uint8_t *buffer, size_t capacity);

// MARK: Terminal

/// Remembers the terminal's modes, and prepares `cnc_terminal_restore` and the crash handler.
/// `restore` is what to write to get the terminal back: a constant that lives as long as the process.
int cnc_terminal_open(int input, int output, const char *restore);

/// Every key as a byte, no echo, no signals from keys.
int cnc_terminal_raw(void);

/// The modes as they were at `cnc_terminal_open`. Safe in a signal handler, and to call twice.
/// `write_sequence` also writes the restore bytes.
void cnc_terminal_restore(bool write_sequence);

/// Columns and rows, or -1 when there is no terminal.
int cnc_terminal_size(int fd, int *columns, int *rows);
/// The size of a cell in pixels. Returns -1 when the terminal does not tell.
int cnc_terminal_cell(int fd, int *width, int *height);

/// A second, non-blocking way to write to the terminal of `fd`, which leaves the flags of `fd` alone; or -1.
int cnc_terminal_reopen(int fd);

/// Whether a write to `fd` would be taken now.
bool cnc_writable(int fd);

/// On a crash, and on signals that end a process unless it makes something of them (SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2), the
/// terminal is restored, then the signal does what it did.
void cnc_crash_handler_install(void);

// MARK: Waiting and signals

/// A counter to wake a poll with, non-blocking.
int cnc_event_open(void);
void cnc_event_raise(int fd);
void cnc_event_clear(int fd);

/// What `cnc_wait` found.
enum {
    CNC_INPUT = 1,
    CNC_SIGNAL = 2,
    CNC_OUTPUT = 4,
};

/// Waits until something can be read from `wake`, `input` or `signals`, or written to `output` (-1: not waited for),
/// or `nanoseconds` have passed (negative: for ever). Returns what was found, the wake-up not counted.
int cnc_wait(int wake, int input, int signals, int output, int64_t nanoseconds);

/// Blocks SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT and SIGQUIT in the calling thread and those it starts, has threads
/// that were there before hand theirs on to it, ignores SIGPIPE, and returns a descriptor from which that thread reads them.
int cnc_signals_open(void);

/// The next signal, or 0 when there is none.
int cnc_signals_next(int fd);

/// Stops the process, as SIGTSTP does by itself; returns when it goes on.
void cnc_stop_self(void);

/// Sends SIGTSTP to the whole job when a shell controls it. Returns whether it did.
bool cnc_stop_job(void);

/// The kernel's number of the calling thread. pthread_self() is declared const, and an optimiser may carry its value
/// over a change of thread; this call is not.
int32_t cnc_thread_id(void);

/// The variables of this process' environment, NULL at the end.
char *const *cnc_environment(void);

#endif
