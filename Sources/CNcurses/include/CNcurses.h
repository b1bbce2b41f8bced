#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// ncurses, signals and terminal calls in a form that Swift can call. This header exposes nothing of ncurses.
// Unless stated otherwise, a function returns 0, or -1 with errno set.

// MARK: Screen

/// The most scalars in a cell: a base and four marks, as in a cell of ncurses.
enum { CNC_CELL_SCALARS = 5 };

/// Bits of `cnc_cell.attributes`.
enum {
    CNC_BOLD = 1,
    CNC_ITALIC = 2,
    CNC_UNDERLINE = 4,
    CNC_REVERSE = 8,
    CNC_DIM = 16,
};

/// A cell to paint. The right half of a wide character has `width` 0 and is skipped.
typedef struct {
    uint32_t scalars[CNC_CELL_SCALARS];
    uint8_t count;
    uint8_t width;
    uint8_t attributes;
    /// Whether the cursor is placed here explicitly, wherever the terminal assumes it to be after the cells before.
    bool apart;
    /// -1 for the terminal's own colour; else an index, or 0xRRGGBB if `cnc_screen_colors()` is 1 << 24.
    int32_t foreground;
    int32_t background;
} cnc_cell;

/// Sets the character type of the locale. If that isn't UTF-8, cells are still measured as UTF-8.
/// Returns whether the user's own locale is UTF-8.
bool cnc_locale_start(void);

/// Whether the terminfo entry exists.
bool cnc_terminfo_exists(const char *name);

/// Starts ncurses for the named terminal. It paints into memory; `cnc_screen_output` returns the bytes.
/// A process has only one screen. Returns -1 if the terminal is unknown or cannot move its cursor.
int cnc_screen_start(const char *terminal, int columns, int rows);
void cnc_screen_resize(int columns, int rows);

/// Returns 0 without colour; 1 << 24 if colours are 0xRRGGBB, of which 0…7 are the basic ones.
int cnc_screen_colors(void);

/// Replaces cells of a row by characters of one scalar and one column each, all with the same look. Only for rows that contain no
/// wide characters, before or after: ncurses would blank the cell before the right half of one.
/// `foreground` and `background` are as in `cnc_cell`.
void cnc_screen_put_run(int row, int column, const uint32_t *characters, int count, uint8_t attributes,
                        int32_t foreground, int32_t background);

/// Replaces a whole row and paints it at once, from an empty one. Later painting does not depend on where this leaves the
/// terminal's cursor.
void cnc_screen_put_whole(int row, const cnc_cell *cells, int count);

/// Sets the cursor's position after the next paint.
void cnc_screen_cursor(int row, int column, bool visible);

/// Clears the screen, whatever it shows.
void cnc_screen_clear(void);

/// Paints the changes into memory.
void cnc_screen_paint(void);

/// Writes the bytes that leave the terminal's full-screen mode (`cnc_screen_leave`) or enter it again
/// (`cnc_screen_enter`), also into memory. A terminal without an alternate screen is left empty.
void cnc_screen_leave(void);
void cnc_screen_enter(void);
void cnc_screen_stop(void);

/// Takes up to `capacity` painted bytes; returns 0 if there are none.
size_t cnc_screen_output(uint8_t *buffer, size_t capacity);

// MARK: Terminal

/// Saves the terminal's modes, and prepares `cnc_terminal_restore` and the crash handler.
/// `restore` is the sequence that resets the terminal: a constant that lives as long as the process.
int cnc_terminal_open(int input, int output, const char *restore);

/// Delivers keys as bytes, without echo or signals.
int cnc_terminal_raw(void);

/// Restores the modes saved by `cnc_terminal_open`. Safe in a signal handler, and safe to call twice.
/// `write_sequence` also writes the restore bytes.
void cnc_terminal_restore(bool write_sequence);

/// Returns columns and rows, or -1 if there is no terminal.
int cnc_terminal_size(int fd, int *columns, int *rows);
/// Returns the size of a cell in pixels, or -1 if the terminal does not report it.
int cnc_terminal_cell(int fd, int *width, int *height);

/// Opens a second, non-blocking descriptor for the terminal of `fd`, whose flags stay unchanged; or -1.
int cnc_terminal_reopen(int fd);

/// Whether a write to `fd` would not block.
bool cnc_writable(int fd);

/// Installs a handler for crashes, and for signals that end a process by default (SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2). It restores
/// the terminal, then lets the signal take its usual effect. A stack overflow is handled on the calling thread only: the handler
/// needs a stack of its own, and each thread would have to bring one. Elsewhere the terminal stays raw after it.
void cnc_crash_handler_install(void);

// MARK: Waiting and signals

/// Opens a non-blocking counter that can wake a poll.
int cnc_event_open(void);
void cnc_event_raise(int fd);
void cnc_event_clear(int fd);

/// The results of `cnc_wait`.
enum {
    CNC_INPUT = 1,
    CNC_SIGNAL = 2,
    CNC_OUTPUT = 4,
};

/// Waits until `wake`, `input` or `signals` is readable, or `output` is writable (-1 is ignored),
/// or `nanoseconds` have passed (negative: forever). Returns what is ready, except for the wake-up.
int cnc_wait(int wake, int input, int signals, int output, int64_t nanoseconds);

/// Blocks SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT and SIGQUIT in the calling thread and the threads it starts, makes
/// existing threads forward theirs to it, ignores SIGPIPE, and returns a descriptor from which that thread reads the signals.
int cnc_signals_open(void);

/// Returns the next signal, or 0 if there is none.
int cnc_signals_next(int fd);

/// Stops the process, like SIGTSTP by default. Returns once it continues.
void cnc_stop_self(void);

/// Sends SIGTSTP to the whole job if a shell controls it. Returns whether it did.
bool cnc_stop_job(void);

/// Returns the kernel's id of the calling thread. pthread_self() is declared const, so an optimiser may reuse its value after
/// a switch to another thread; this call is safe.
int32_t cnc_thread_id(void);

/// The environment variables of this process, ending with NULL.
char *const *cnc_environment(void);

#endif
