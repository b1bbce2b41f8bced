/// The patch that is under discussion today.
extension DemoStories {
    static var creepReview: DemoStory {
        DemoStory(
            "creep-v3", .folio, "[PATCH v3] creep: measure the fold, not the sheet", .minutesAgo(17), in: .inbox,
            list: .folio, unread: 2,
            [
                DemoLetter(
                    .sofia, subject: "[PATCH v3] creep: measure the fold, not the sheet",
                    """
                    In a saddle-stitched booklet the inner sheets stick out, and folio shifts their pages to make up for it. Until now the
                    shift was computed from the caliper of the sheet. What sticks out is the length of the fold, and that depends on how
                    hard the fold was pressed.

                    Changes since v2: the factor is a named constant (Priya), test for one sheet (Devon).

                    Signed-off-by: Sofia Marchetti <sofia.marchetti@studio-otto.example>
                    ---
                     src/creep.c         | 9 ++++++---
                     tests/saddle_test.c | 12 ++++++++++++
                     2 files changed, 18 insertions(+), 3 deletions(-)

                    diff --git a/src/creep.c b/src/creep.c
                    index 4be1a90..9f31c07 100644
                    --- a/src/creep.c
                    +++ b/src/creep.c
                    @@ -41,9 +41,12 @@ double creep_of_sheet(const booklet *b, int sheet)
                     {
                    -    double caliper = b->paper->caliper;
                    -    int inner = b->sheets - 1 - sheet;
                    -    return inner * caliper;
                    +    /* A pressed fold is a half circle with a flattened back. */
                    +    const double fold = b->paper->caliper * FOLD_FACTOR;
                    +    const int inner = b->sheets - 1 - sheet;
                    +
                    +    if (inner <= 0)
                    +        return 0.0;
                    +    return inner * fold;
                     }
                    """),
                DemoLetter(
                    .priya, 1.1,
                    """
                    > +    /* A pressed fold is a half circle with a flattened back. */

                    Thanks, this comment saves me a sketch.

                    > +    return inner * fold;

                    Could you say in the commit message where 1.31 comes from? In two years one of us will "correct" it to pi / 2.

                    Otherwise: Reviewed-by: Priya Raman <priya@raman.example>
                    """),
                DemoLetter(
                    .lars, 0.9, answers: 0,
                    """
                    > What sticks out is the length of the fold, and that depends on how
                    > hard the fold was pressed.

                    Strictly speaking it also depends on the humidity. I have kept a booklet on my balcony since August and measured it daily
                    (table on request, 74 rows). I'm not saying that folio should ask for the weather. I am saying that it could.
                    """),
                DemoLetter(
                    .devon, 0.4,
                    """
                    Lars, folio shall not ask for the weather.

                    Sofia: I folded sixteen sheets of 90 gsm with a bone folder and got 1.29 to 1.34, so your number is good. The arm64
                    robot is off by a hundredth. Does the test compare doubles with ==?
                    """),
                DemoLetter(
                    .me, 1.3,
                    """
                    > Does the test compare doubles with ==?

                    It does, and that's mine, from 2019. Sorry. There is near() in tests/help.h since last winter.

                    On the shop floor: I ran the museum booklet (6 sheets, 120 gsm) with v3 last night. First time that the margins at page
                    12 and 13 needed no knife. I'd merge it.

                    {{me}}
                    """),
                DemoLetter(
                    .lars, 0.6, answers: 3,
                    """
                    > folio shall not ask for the weather.

                    Noted. May it at least have an opinion?
                    """),
                DemoLetter(
                    .sofia, 0.5, answers: 4,
                    """
                    > First time that the margins at page
                    > 12 and 13 needed no knife.

                    This made my week. v4 with near() and the origin of 1.31 is coming this evening.

                    Lars, please do send me the table, privately. I'm curious now.
                    """),
                DemoLetter(
                    .priya, 0.3, answers: 6,
                    """
                    > v4 with near() and the origin of 1.31 is coming this evening.

                    No hurry, I'm asleep by then. Keep my Reviewed-by if only the test and the message change.
                    """),
            ])
    }
}
