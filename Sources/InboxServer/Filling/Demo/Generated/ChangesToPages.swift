/// Changes to how Folio arranges pages.
extension DemoRoutine {
    static let changesToPages: [Change] = [
        Change(
            author: .devon, subject: "marks: keep crop marks out of the bleed",
            reason:
                "Crop marks started at the trim and ran through the bleed, so a cut half a point off left a black hair on the page.",
            file: "src/marks.c", place: "static void crop_mark(canvas *c, point corner)",
            diff: """
                 {
                -    line(c, corner, offset(corner, MARK_LENGTH));
                +    const point start = offset(corner, c->bleed + HAIR);
                +    line(c, start, offset(start, MARK_LENGTH));
                 }
                """,
            remarks: [
                (
                    .me, "    const point start = offset(corner, c->bleed + HAIR);",
                    "What is HAIR in millimetres? Ours is about 0.07, but we don't wash it much."
                ),
                (
                    .priya, "    line(c, start, offset(start, MARK_LENGTH));",
                    "With a bleed of 9 mm the mark now leaves the sheet. Clip, or shorten?"
                ),
            ],
            answer: "0.1 mm. And shorten, Priya is right; v2 tonight."),
        Change(
            author: .sofia, subject: "gutter: widen it on the inner sheets only",
            reason:
                "In thick booklets text in the middle falls into the fold. The outer sheets don't need the extra gutter and look loose with it.",
            file: "src/gutter.c", place: "double gutter_of(const booklet *b, int sheet)",
            diff: """
                 {
                -    return b->gutter;
                +    const double depth = (double)sheet / b->sheets;
                +
                +    return b->gutter * (1.0 + depth * b->swell);
                 }
                """,
            remarks: [
                (
                    .devon, "    const double depth = (double)sheet / b->sheets;",
                    "The last sheet never gets to 1.0. Intended?"
                ),
                (
                    .me, "    return b->gutter * (1.0 + depth * b->swell);",
                    "Lovely. What should swell be for someone who has never heard of it? I'd say 0.15."
                ),
            ],
            answer: "Not intended, it should be sheets - 1. I counted like a designer."),
        Change(
            author: .priya, subject: "order: right-to-left books begin at the other end",
            reason:
                "With --rtl the pages were mirrored on each sheet, but the signatures still came in left-to-right order. Hebrew and Arabic books came out as a very orderly puzzle.",
            file: "src/order.c", place: "int first_page(const booklet *b)",
            diff: """
                 {
                -    return 1;
                +    return b->rtl ? b->pages : 1;
                 }
                """,
            remarks: [
                (
                    .me, "    return b->rtl ? b->pages : 1;",
                    "Layla held the proof upside down, smiled, and said that it's right. I'm adding her to the thanks."
                )
            ],
            answer: "Please do. It took me a year to find the courage for one line."),
        Change(
            author: .devon, subject: "n-up: don't scale when it already fits",
            reason: "A page that fits its cell exactly was scaled by 0.9999 and got blurry hairlines for its trouble.",
            file: "src/nup.c", place: "static double scale_for(box page, box cell)",
            diff: """
                     double x = width(cell) / width(page);
                     double y = height(cell) / height(page);
                +
                +    if (near(x, 1.0) && near(y, 1.0))
                +        return 1.0;
                     return fmin(x, y);
                """,
            remarks: [
                (
                    .sofia, "    if (near(x, 1.0) && near(y, 1.0))",
                    "How near is near()? I've a customer who sends A4 that's 209.97 wide. Each time. On purpose, I believe."
                ),
                (.lars, "        return 1.0;", "A philosophical note: nothing is ever exactly one."),
            ],
            answer: "Near is a tenth of a point, so your customer is one. Lars, you too."),
        Change(
            author: .lars, subject: "blank: say why a page was added",
            reason:
                "Folio fills up to a multiple of four with blank pages and says nothing. People then ask the list where the blank pages come from. This prints one line. I've resisted the temptation of two.",
            file: "src/blank.c", place: "void fill_up(booklet *b)",
            diff: """
                     while (b->pages % 4 != 0) {
                         append_blank(b);
                +        added++;
                     }
                +    if (added)
                +        note("added %d blank page(s) at the end, for folding", added);
                 }
                """,
            remarks: [
                (.devon, "        added++;", "Where is it declared?"),
                (
                    .me, "        note(\"added %d blank page(s) at the end, for folding\", added);",
                    "One line, clear, kind. Lars, are you well?"
                ),
            ],
            answer: "In the other patch. I see. I'm well."),
        Change(
            author: .me, subject: "preview: draw the fold as a dashed line",
            reason:
                "Ben folded on the cut mark. Ben has folded for thirty years. If Ben can mistake one for the other, then so can everybody.",
            file: "src/preview.c", place: "static void draw_fold(canvas *c, const sheet *s)",
            diff: """
                 {
                -    line(c, s->top, s->bottom);
                +    dashed(c, s->top, s->bottom, millimetres(3), millimetres(2));
                 }
                """,
            remarks: [
                (
                    .priya, "    dashed(c, s->top, s->bottom, millimetres(3), millimetres(2));",
                    "Should the dash scale with the preview? At 10 % it's grey."
                ),
                (
                    .devon, "    dashed(c, s->top, s->bottom, millimetres(3), millimetres(2));",
                    "Grey is fine. Fold along the grey."
                ),
            ],
            answer: "I'd leave it, a preview at 10 % is for showing to one's mother."),
        Change(
            author: .sofia, subject: "numbers: follow the book, not the sheet",
            reason:
                "Page labels from the PDF (i, ii, iii, 1, 2) were replaced by our own count in the list of pages. A designer spends an afternoon on those.",
            file: "src/labels.c", place: "const char *label_of(const page *p)",
            diff: """
                 {
                -    return decimal(p->index + 1);
                +    if (p->label && *p->label)
                +        return p->label;
                +    return decimal(p->index + 1);
                 }
                """,
            remarks: [
                (
                    .priya, "    if (p->label && *p->label)",
                    "Labels may come with any bytes. One file here has a bell character in it; my terminal dinged at page 7."
                )
            ],
            answer: "Then it shall be cleaned first. A bell is nearly typography, but no."),
        Change(
            author: .devon, subject: "creep: refuse negative paper",
            reason: "caliper = -0.1 was taken as it is, and the pages crept outwards. Pretty, but no.",
            file: "src/creep.c", place: "bool set_caliper(paper *p, double caliper)",
            diff: """
                 {
                +    if (!(caliper > 0.0))
                +        return complain("paper must be thicker than nothing");
                     p->caliper = caliper;
                     return true;
                """,
            remarks: [
                (.priya, "    if (!(caliper > 0.0))", "Catches NaN as well. I saw what you did there and I like it."),
                (.lars, "        return complain(\"paper must be thicker than nothing\");", "What about a hologram?"),
            ],
            answer: "Twenty years of NaN have taught me humility."),
    ]
}
