import MailContent
import Testing

@Suite("Forms in HTML")
struct FormTests {
    @Test(
        "preselected and prefilled values are shown",
        arguments: [
            ("<select><option>A<option selected>B<option>C</select>", "[B____]"),
            ("<select multiple><option selected>A</option>x<option>B<option selected>C</select>", "[A C____]"),
            ("<input value='' placeholder=Name>", "[Name____]"), ("<input type=password value=secret>", "[____]"),
            ("<textarea>one\ntwo</textarea>", "[one two____]"),
            ("<textarea style='display:none'>canary</textarea>a", "a"), ("<select><option>A", "[____]"),
            ("a <textarea> </textarea> b", "a [____] b"), ("<datalist><option selected>A</datalist>a", "a"),
        ])
    func fields(html: String, text: String) { #expect(StyledText(html: html).plainText == text) }
}
