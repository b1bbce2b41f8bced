#define _GNU_SOURCE
#include "CNcurses.h"

#include <langinfo.h>
#include <locale.h>
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

// term.h defines these words as macros.
#undef columns
#undef lines

static SCREEN *screen = NULL;
static FILE *memory = NULL;
static off_t taken = 0;
static bool direct_colors = false;

bool cnc_locale_start(void) {
    const char *locale = setlocale(LC_CTYPE, "");
    if (locale && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
    if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "en_US.UTF-8");
    return false;
}

bool cnc_terminfo_exists(const char *name) {
    int error = 0;
    TERMINAL *before = cur_term;
    bool found = setupterm(name, STDOUT_FILENO, &error) == OK;
    if (found && cur_term && cur_term != before) del_curterm(cur_term);
    set_curterm(before);
    return found;
}

static void settle(void) {
    nonl();
    noecho();
    idlok(stdscr, FALSE);
    idcok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    // ncurses would check for keys in every frame, but gets none.
    typeahead(-1);
    curs_set(0);
}

/// Until it has resumed from a first pause, ncurses flushes its output at every cursor movement: some sixty system calls per frame.
/// So pause once, and drop the output of that.
static void pause_once(void) {
    doupdate();
    off_t written = lseek(fileno(memory), 0, SEEK_CUR);
    endwin();
    doupdate();
    lseek(fileno(memory), written, SEEK_SET);
}

int cnc_screen_start(const char *terminal, int columns, int rows) {
    if (screen) return -1;
    int fd = memfd_create("screen", MFD_CLOEXEC);
    if (fd < 0) return -1;
    memory = fdopen(fd, "w");
    if (!memory) {
        close(fd);
        return -1;
    }
    // Input and size are passed explicitly, so that the environment and standard input do not matter. If the entry has no
    // size (linux), ncurses accepts any, but only if it may ask the system; the output file is not a terminal.
    use_env(FALSE);
    use_tioctl(TRUE);
    FILE *none = fopen("/dev/null", "r");
    screen = newterm(terminal, memory, none ? none : stdin);
    if (!screen) {
        fclose(memory);
        if (none) fclose(none);
        memory = NULL;
        return -1;
    }
    set_term(screen);
    taken = 0;
    resizeterm(rows, columns);
    settle();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    direct_colors = tigetflag("RGB") > 0 && COLORS > 256;
    // `screen` stays set, because another name would not help a terminal that cannot move its cursor.
    if (!cursor_address) return -1;
    pause_once();
    return 0;
}

void cnc_screen_resize(int columns, int rows) {
    if (!screen) return;
    resizeterm(rows, columns);
    cnc_screen_clear();
}

int cnc_screen_colors(void) {
    if (!screen || !has_colors()) return 0;
    if (direct_colors) return 1 << 24;
    return COLORS > 256 ? 256 : COLORS;
}

static attr_t attributes_of(uint8_t bits) {
    attr_t attributes = A_NORMAL;
    if (bits & CNC_BOLD) attributes |= A_BOLD;
    if (bits & CNC_ITALIC) attributes |= A_ITALIC;
    if (bits & CNC_UNDERLINE) attributes |= A_UNDERLINE;
    if (bits & CNC_REVERSE) attributes |= A_REVERSE;
    if (bits & CNC_DIM) attributes |= A_DIM;
    return attributes;
}

static int pair_of(int32_t foreground, int32_t background) {
    static int32_t last_foreground = -1, last_background = -1;
    static int last_pair = 0;
    if (foreground < 0 && background < 0) return 0;
    if (foreground == last_foreground && background == last_background) return last_pair;
    int pair = alloc_pair(foreground, background);
    if (pair < 0) return 0;
    last_foreground = foreground;
    last_background = background;
    last_pair = pair;
    return pair;
}

static void put(const wchar_t *text, attr_t attributes, int pair) {
    cchar_t cell;
    if (setcchar(&cell, text, attributes, 0, &pair) == OK) wadd_wch(stdscr, &cell);
}

static bool is_regional_indicator(uint32_t scalar) { return scalar >= 0x1F1E6 && scalar <= 0x1F1FF; }

/// Adds a sequence to the output of ncurses.
static void write_sequence(const char *sequence) {
    if (!sequence) return;
    // Padding for old terminals (vt100: `$<5>`) is meant for tputs and must not be written.
    const char *padding = strstr(sequence, "$<");
    ssize_t ignored = write(fileno(memory), sequence, padding ? (size_t)(padding - sequence) : strlen(sequence));
    (void)ignored;
}

/// Moves the terminal's cursor, by an absolute position, to where ncurses assumes it to be.
static void confirm_cursor(void) { write_sequence(tiparm(cursor_address, curscr->_cury, curscr->_curx)); }

/// Makes all rows the scroll region. At its start, ncurses set that of the terminal's entry, mostly 24 rows. On a
/// higher terminal the lines below would stay in place while ncurses assumes that they moved.
static void confirm_region(void) {
    if (change_scroll_region) write_sequence(tiparm(change_scroll_region, 0, LINES - 1));
}

void cnc_screen_put_run(int row, int column, const uint32_t *characters, int count, uint8_t attributes,
                        int32_t foreground, int32_t background) {
    static cchar_t run[256];
    if (!screen || row < 0 || row >= LINES || column < 0) return;
    if (count > COLS - column) count = COLS - column;
    cchar_t look;
    int pair = has_colors() ? pair_of(foreground, background) : 0;
    if (setcchar(&look, L" ", attributes_of(attributes), 0, &pair) != OK) return;
    while (count > 0) {
        int length = count < (int)(sizeof run / sizeof *run) ? count : (int)(sizeof run / sizeof *run);
        for (int i = 0; i < length; i++) {
            wchar_t character = (wchar_t)characters[i];
            // Another C library may have other widths than the grid's table.
            if ((character < 0x20 || character > 0x7E) && wcwidth(character) != 1) character = L'\xFFFD';
            run[i] = look;
            run[i].chars[0] = character;
        }
        mvwadd_wchnstr(stdscr, row, column, run, length);
        characters += length;
        column += length;
        count -= length;
    }
}

static void put_cells(int row, const cnc_cell *cells, int start, int end) {
    wchar_t text[CNC_CELL_SCALARS + 1];
    for (int i = start; i < end; i++) {
        const cnc_cell *cell = &cells[i];
        if (cell->width == 0) continue;
        attr_t attributes = attributes_of(cell->attributes);
        int pair = has_colors() ? pair_of(cell->foreground, cell->background) : 0;
        wmove(stdscr, row, i);
        if (cell->count == 2 && is_regional_indicator(cell->scalars[0])) {
            // ncurses treats a flag as two characters of width one, which the terminal joins.
            for (int half = 0; half < 2; half++) {
                text[0] = (wchar_t)cell->scalars[half];
                text[1] = 0;
                put(text, attributes, pair);
            }
            continue;
        }
        int length = 0;
        for (; length < cell->count && length < CNC_CELL_SCALARS; length++) text[length] = (wchar_t)cell->scalars[length];
        text[length] = 0;
        // Another C library may have other widths than the grid's table. A character that does not fit its cell is not written.
        if (length == 0 || wcwidth(text[0]) != cell->width) {
            text[0] = length == 0 ? L' ' : L'\xFFFD';
            text[1] = 0;
            for (int half = 0; half < cell->width; half++) {
                put(text, attributes, pair);
                text[0] = L' ';
            }
            continue;
        }
        put(text, attributes, pair);
    }
}

void cnc_screen_put_whole(int row, const cnc_cell *cells, int count) {
    if (!screen || row < 0 || row >= LINES) return;
    if (count > COLS) count = COLS;
    // Where the terminal's widths are smaller than ours, cells at the end would keep what was there before.
    wmove(stdscr, row, 0);
    wclrtoeol(stdscr);
    wredrawln(stdscr, row, 1);
    for (int start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && !cells[end].apart; end++) {}
        put_cells(row, cells, start, end);
        // If the terminal's widths differ from ours, its cursor is not where ncurses assumes it to be after this field.
        // So the field is painted now, and what follows starts from a known position.
        wmove(stdscr, row, end < count ? end : 0);
        wnoutrefresh(stdscr);
        doupdate();
        confirm_cursor();
    }
}

void cnc_screen_cursor(int row, int column, bool visible) {
    if (!screen) return;
    curs_set(visible ? 1 : 0);
    wmove(stdscr, row, column);
}

void cnc_screen_clear(void) {
    if (!screen) return;
    // After a pause, ncurses enters the alternate screen with its next output, and the cursor's place on the main screen is saved
    // at that moment. Setting a scroll region moves the cursor home, so it must come afterwards.
    if (isendwin()) doupdate();
    confirm_region();
    werase(stdscr);
    clearok(curscr, TRUE);
    wnoutrefresh(stdscr);
    doupdate();
}

void cnc_screen_paint(void) {
    if (!screen) return;
    wnoutrefresh(stdscr);
    doupdate();
}

void cnc_screen_leave(void) {
    if (!screen || isendwin()) return;
    // Without an alternate screen (linux), the contents would stay visible.
    if (!enter_ca_mode) cnc_screen_clear();
    endwin();
}

void cnc_screen_enter(void) { cnc_screen_clear(); }

void cnc_screen_stop(void) {
    if (!screen) return;
    if (!isendwin()) endwin();
}

size_t cnc_screen_output(uint8_t *buffer, size_t capacity) {
    if (!memory) return 0;
    fflush(memory);
    int fd = fileno(memory);
    off_t left = lseek(fd, 0, SEEK_CUR) - taken;
    ssize_t count = left > 0 ? pread(fd, buffer, (size_t)left < capacity ? (size_t)left : capacity, taken) : 0;
    if (count <= 0) {
        // The next frame overwrites this one: releasing the memory each time costs more than keeping it.
        if (taken > 0) lseek(fd, 0, SEEK_SET);
        taken = 0;
        return 0;
    }
    taken += count;
    return (size_t)count;
}
