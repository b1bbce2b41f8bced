/// Changes to how Folio reads and writes files, and to its surroundings.
extension DemoRoutine {
    static let changesToFiles: [Change] = [
        Change(
            author: .priya, subject: "read: survive a file that ends in the middle of a number",
            reason: "Found by feeding folio the first half of 10,000 files. It crashed on one. I named it Gerald.",
            file: "src/lexer.c", place: "static long number(lexer *l)",
            diff: """
                     long value = 0;
                -    while (isdigit(*l->at))
                +    while (l->at < l->end && isdigit((unsigned char)*l->at))
                         value = value * 10 + (*l->at++ - '0');
                     return value;
                """,
            remarks: [
                (
                    .devon, "    while (l->at < l->end && isdigit((unsigned char)*l->at))",
                    "Good. What happens at nineteen digits?"
                )
            ],
            answer: "It overflows, politely. Second patch: clamp. Gerald sends his regards."),
        Change(
            author: .devon, subject: "write: one temporary file, renamed when it is whole",
            reason:
                "When the disk filled up we left half a PDF under the final name, and somebody sent one to a printer. It was me.",
            file: "src/output.c", place: "int write_book(const book *b, const char *path)",
            diff: """
                -    FILE *out = fopen(path, "wb");
                +    char *part = suffixed(path, ".part");
                +    FILE *out = fopen(part, "wb");
                +
                     if (!out)
                         return complain(strerror(errno));
                """,
            remarks: [
                (
                    .priya, "    char *part = suffixed(path, \".part\");",
                    "Two runs at once write into each other's .part. mkstemp?"
                ),
                (
                    .me, "    FILE *out = fopen(part, \"wb\");",
                    "The printer was us, by the way. Ben still has the half. He likes it better."
                ),
            ],
            answer: "mkstemp. And tell Ben that it's an edition of one."),
        Change(
            author: .sofia, subject: "manual: a chapter for people who fold by hand",
            reason:
                "The manual begins with coordinates. I would have liked it to begin with a sheet of paper, so I wrote that chapter. It has drawings made of letters.",
            file: "doc/folding.txt", place: "Folding",
            diff: """
                +Take a sheet and fold it once. You have four pages. Number them
                +with a pencil, open the sheet again, and look: 4 and 1 are
                +neighbours, and so are 2 and 3. That is all that folio does.
                +The rest is arithmetic and patience.
                """,
            remarks: [
                (
                    .me, "The rest is arithmetic and patience.",
                    "I've read this sentence aloud in the shop. Silence, then Ben: \"Who's that?\" You've arrived."
                ),
                (
                    .devon, "neighbours, and so are 2 and 3. That is all that folio does.",
                    "Fifteen years, and that's all it does. Thank you, I think."
                ),
            ],
            answer: "I'm very glad! May I do the chapter on grain next? It'll contain a cucumber."),
        Change(
            author: .lars, subject: "build: find the compiler when its path has a blank",
            reason: "My compiler lives in \"/opt/My Tools\". I know. It was 2004.",
            file: "configure", place: "find_compiler()",
            diff: """
                -    test -x $CC || die "no compiler"
                +    test -x "$CC" || die "no compiler at '$CC'"
                """,
            remarks: [
                (
                    .devon, "    test -x \"$CC\" || die \"no compiler at '$CC'\"",
                    "CC may be \"cc -m32\", two words. Then this says that there's none."
                ),
                (
                    .priya, "    test -x \"$CC\" || die \"no compiler at '$CC'\"",
                    "command -v on the first word would serve both."
                ),
            ],
            answer: "I've renamed the directory. The patch may stand as a monument."),
        Change(
            author: .priya, subject: "fonts: don't embed the same one forty times",
            reason:
                "A book of 40 essays, each exported on its own, brings the same typeface forty times. 61 MB become 4.",
            file: "src/fonts.c", place: "font *adopt(book *b, font *f)",
            diff: """
                +    font *known = lookup(b->fonts, digest(f->bytes, f->length));
                +
                +    if (known) {
                +        release(f);
                +        return known;
                +    }
                     insert(b->fonts, f);
                     return f;
                """,
            remarks: [
                (
                    .sofia, "    font *known = lookup(b->fonts, digest(f->bytes, f->length));",
                    "Exporters rename subsets (ABCDEF+Name). Are the bytes the same then?"
                ),
                (.me, "        release(f);", "61 to 4! My mail provider and I thank you."),
            ],
            answer: "The bytes are, the name isn't, and it's the bytes that I compare."),
        Change(
            author: .devon, subject: "tests: shuffle their order",
            reason: "Two tests passed only because a third one left a file behind. They've lived like that since 2016.",
            file: "tests/run.sh", place: "run_all()",
            diff: """
                -for t in build/tests/*; do
                +for t in $(ls build/tests/* | shuf --random-source=seed); do
                     "$t" || failed="$failed $t"
                 done
                """,
            remarks: [
                (
                    .priya, "for t in $(ls build/tests/* | shuf --random-source=seed); do",
                    "Please print the seed when it fails, or I'll meet it again on a Sunday."
                )
            ],
            answer: "Printed, first line, in capitals."),
        Change(
            author: .me, subject: "paper: add the stocks that we have on the shelf",
            reason:
                "Measured ten sheets of each with the good micrometer and divided. The xuan paper is the thinnest thing that I've ever measured twice.",
            file: "data/papers.csv", place: "name,gsm,caliper",
            diff: """
                +museum cream,120,0.158
                +poster white,90,0.112
                +xuan raw,30,0.071
                +xuan raw damp,30,0.074
                 newsprint,45,0.068
                """,
            remarks: [
                (.lars, "xuan raw damp,30,0.074", "So humidity IS in folio now."),
                (.sofia, "museum cream,120,0.158", "May I add eight from Turin? They've names like small operas."),
            ],
            answer: "Lars, it's a row in a table. Sofia, all eight, please, with the vowels."),
        Change(
            author: .sofia, subject: "errors: speak of pages, not of objects",
            reason:
                "\"object 4411 0: bad stream\" says nothing to the person who made page 96. We know which page it is, so let us say it.",
            file: "src/errors.c", place: "int complain_about(const object *o, const char *what)",
            diff: """
                 {
                -    return complain("object %ld %d: %s", o->number, o->generation, what);
                +    const page *p = page_with(o);
                +
                +    if (p)
                +        return complain("page %s: %s", label_of(p), what);
                +    return complain("object %ld: %s", o->number, what);
                 }
                """,
            remarks: [
                (
                    .devon, "    const page *p = page_with(o);",
                    "That's a search through all pages. Only when it has failed already, so: fine."
                ),
                (
                    .priya, "        return complain(\"page %s: %s\", label_of(p), what);",
                    "Keep the object number behind it, in brackets. For me. I love them."
                ),
            ],
            answer: "Brackets it is, like a little coat for the number."),
    ]
}
