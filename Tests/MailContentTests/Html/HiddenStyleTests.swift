import Testing

@testable import MailContent

/// Tests style sheets and attributes of an element, and whether its text is hidden.
@Suite("W-4: what style sheets and rarer declarations hide")
struct HiddenStyleTests {
    private static func shows(_ html: String) -> Bool { StyledText(html: html).plainText.contains("canary") }

    @Test(
        "declarations that make text invisible hide it",
        arguments: [
            "letter-spacing:-1em", "letter-spacing:-16px", "line-height:0;overflow:hidden",
            "max-height:0;overflow:auto",
            "height:0;overflow:hidden auto", "transform:translateX(-2000px)", "transform:translate(-9999px)",
            "translate:-9999px", "transform:rotateX(90deg)", "transform:rotateY(.25turn)", "rotate:x 90deg",
            "transform:matrix(0,0,0,0,0,0)", "transform:translateX(-100%)", "transform:rotate3d(1,0,0,90deg)",
            "clip-path:inset(99%)", "clip-path:inset(0 100% 0 0)", "clip-path:circle(0px at 10px 10px)",
            "-webkit-text-fill-color:#fff", "-webkit-text-fill-color:white;color:#000",
            "font-size:calc(1px - 1px)", "font-size:min(0px, 20px)", "opacity:calc(0)", "opacity:calc(1 - 1)",
            "opacity:1e-9", "filter:opacity(0)", "filter:blur(50px)", "position:absolute;left:-200%",
            "position:absolute;inset:-9999px auto auto auto", "position:absolute;top:-800px;z-index:-1",
            "position:fixed;clip:rect(0,0,0,0)", "margin:0 0 0 -9999px", "margin-left:-500em", "margin-left:-100%",
            "text-indent:-100%", "text-indent:100%;white-space:nowrap;overflow:hidden",
            "display:none !important;display:block", "display:none;display:foo", "opacity:0;opacity:x",
            "font-size:0;font-size:x", "--x:#fff;color:var(--x)", "color:var(--none, #fff)", "color:hwb(0 100% 0)",
            "color:lab(100% 0 0)", "color:lch(100% 0 0)", "color:oklab(1 0 0)", "color:oklch(100% 0 0)",
            "color:color(srgb 1 1 1)", "color:light-dark(#fff,#000)", "color:oklch(0% 0 0 / 0)",
            "background:aliceblue;color:#f0f8ff", "background:rgb(0, 0, 0);color:#000",
            "background:-webkit-linear-gradient(#fff,#fff);-webkit-background-clip:text;color:transparent",
        ])
    func hidden(style: String) { #expect(!Self.shows("<div style='\(style)'>canary</div>"), "\(style)") }

    @Test(
        "visible text is not taken for hidden",
        arguments: [
            "letter-spacing:-1px", "letter-spacing:-.03em;font-size:48px", "line-height:0",
            "line-height:1;overflow:hidden",
            "line-height:0;overflow:hidden;height:40px", "line-height:0;overflow:hidden'><b style='line-height:20px",
            "max-height:0;max-height:none;overflow:auto",
            "transform:translate(-50%,-50%);position:absolute;top:50%;left:50%",
            "transform:rotate(90deg)", "transform:rotateX(180deg)", "clip-path:inset(10px round 4px)",
            "clip-path:circle(50%)", "margin:0 -20px", "margin:0 -9999px;padding:0 9999px", "margin-top:-40px",
            "filter:opacity(.8) blur(0)", "font-size:calc(12px + 1vw)", "font-size:clamp(14px, 2vw, 20px)",
            "opacity:calc(1 - .1)", "mso-hide:all", "position:relative;left:100%;margin-left:-100px",
            "color:var(--unknown)", "color:color-mix(in srgb, white, white)", "color:#fff;background:var(--unknown)",
            "background:rgb(0, 0, 0);color:#fff", "background:hwb(0 0% 100%);color:#fff", "color:oklch(20% 0 0)",
            "background:-webkit-linear-gradient(red,blue);-webkit-background-clip:text;-webkit-text-fill-color:transparent",
            "display:none;display:block", "color:light-dark(#000,#fff)",
        ])
    func seen(style: String) { #expect(Self.shows("<div style='\(style)'>canary</div>"), "\(style)") }

    @Test(
        "rules hide the elements they match, for any selector and any place of the sheet",
        arguments: [
            "div .h{display:none}", "div>.h{display:none}", ".a.h{display:none}", "p[class]{display:none}",
            "p[class~='h']{display:none}", "[class*=a]{display:none}", ":is(.h){display:none}",
            ":where(#none,.h){display:none}", "p:not(.other){display:none}", "p:nth-child(1){display:none}",
            "p:first-child{display:none}", "u+.h,.a.h{display:none}", "i ~ div .h{display:none}",
            "@supports (display:block){.h{display:none}}", "@layer x{.h{display:none}}",
            "@media (min-width:1px){.h{display:none}}", "@media only screen and (min-width:480px){.h{display:none}}",
            "@media not print{.h{display:none}}", "@media print, screen{.h{display:none}}",
            "@media (prefers-color-scheme:light){.h{display:none}}", "@media all{@media screen{.h{display:none}}}",
            "@import url(x.css);.h{display:none}", "/* x */@charset 'utf-8';.h{display:none}",
            "div{color:red;.h{display:none}}", ".a{&.h{display:none}}", ".x{content:'}'}.h{display:none}",
            ":root{--x:#fff}.h{color:var(--x)}", ".h{display:none!important}p{display:block}",
            ".h{display:none}.other .h{display:block}", "div .h{font-size:0}", "div .h{opacity:0}",
            "@media print{.h{color:red}}.h{color:#fff}", "a:hover{text-decoration:none}.h{color:#fff}",
        ])
    func rules(sheet: String) {
        let text = "<i></i><div><p class='a h'>canary</p></div>"
        #expect(!Self.shows("<style>\(sheet)</style>" + text), "\(sheet)")
        #expect(!Self.shows(text + "<style>\(sheet)</style>"), "behind the text: \(sheet)")
    }

    @Test(
        "rules for other elements, mail clients or screens hide nothing",
        arguments: [
            "[data-ogsc] .h{display:none}", "[owa] .h{display:none}", "u + .body .h{display:none}",
            ".ExternalClass .h{display:none}", "#MessageViewBody .h{display:none}", "table .h{display:none}",
            ".h .a{display:none}", ".a.b{display:none}", "p[title]{display:none}", "[class=a]{display:none}",
            ":is(.b,.c){display:none}", "p:not(.h){display:none}", "p:nth-child(2){display:none}",
            "p:nth-child(2n){display:none}", ".h:hover{display:none}", "#t:checked ~ .h{display:none}",
            ".h::before{display:none}", ".h:-moz-x{display:none}", "@media (max-width:600px){.h{display:none}}",
            "@media screen and (max-device-width:480px){.h{display:none!important}}",
            "@media (prefers-color-scheme:dark){.h{display:none}}", "@media print{.h{display:none}}",
            "@media not screen{.h{display:none}}", "@supports not (display:grid){.h{display:none}}",
            "@supports (-webkit-overflow-scrolling:touch){.h{display:none}}",
            ".h{display:none}@media (min-width:480px){.h{display:block!important}}",
            ".h{display:none}.h{display:block}",
            "div .h{color:#fff}div .h{background:#000}", ".x{color:red;.h{display:none}}", ".h{color:var(--x)}",
            "} .h{display:none}",
        ])
    func others(sheet: String) {
        let html = "<style>\(sheet)</style><div><p class='a h'>canary</p></div>"
        #expect(Self.shows(html), "\(sheet)")
        #expect(StyledText(html: html).hiddenTextCount == 0)
    }

    @Test("an inline style overrides a rule that hides, but not one marked !important")
    func inline() {
        let text = "<p class=h style='display:block'>canary</p>"
        #expect(Self.shows("<style>.h{display:none}</style>" + text))
        #expect(!Self.shows("<style>.h{display:none!important}</style>" + text))
        #expect(!Self.shows("<style media=screen>.h{display:none}</style><p class=h>canary</p>"))
        #expect(Self.shows("<style media='(max-width: 600px)'>.h{display:none}</style><p class=h>canary</p>"))
        #expect(Self.shows("<style type='text/css' media=print>.h{display:none}</style><p class=h>canary</p>"))
    }

    @Test("hiding works among many rules, selectors, classes and bytes")
    func many() {
        let rules = (0..<5_000).map { ".q\($0){color:red}" }.joined()
        #expect(!Self.shows("<style>\(rules).h{display:none}</style><p class=h>canary</p>"))
        #expect(
            !Self.shows("<style>/*\(String(repeating: "x", count: 300_000))*/.h{display:none}</style><p class=h>canary")
        )
        let selectors = (0..<300).map { ".q\($0)," }.joined()
        #expect(!Self.shows("<style>\(selectors).h{display:none}</style><p class=h>canary</p>"))
        let classes = (0..<500).map { "c\($0) " }.joined()
        #expect(!Self.shows("<style>.h{display:none}</style><p class='\(classes) h'>canary</p>"))
    }

    @Test("if a sheet exceeds the limits, no text is taken for hidden because of its colour")
    func pastLimits() {
        let rules = (0..<10_001).map { ".q\($0){color:red}" }.joined()
        let text = "<p class=x style='color:#fff'>canary</p>"
        #expect(!Self.shows("<style>.x{font-weight:bold}</style>" + text))
        #expect(Self.shows("<style>\(rules)</style>" + text))
        #expect(Self.shows("<style>\(String(repeating: " ", count: 1 << 20)) .x{}</style>" + text))
        let selectors = (0..<501).map { ".q\($0)," }.joined()
        #expect(Self.shows("<style>\(selectors).x{background:#000}</style>" + text))
    }

    @Test(
        "a broken or cut-off sheet does no harm to the text",
        arguments: [
            "@media screen{.h{display:none", ".b{color:red}}", "{", "}", "@", "[", ":is(", ".a:not(", "'", "/*",
            "\\", "calc(", ".x{font-size:calc(((", ".x{color:var(--x", ":nth-child(n", "@media", "@media ((", "&{&{&{",
            ":nth-child(-9223372036854775808n){color:red}", ":nth-child(2n-9223372036854775808){color:red}",
            ":nth-child(-9223372036854775808){color:red}", ":nth-child(9223372036854775807n+1){color:red}",
            ":is(p,:nth-last-child(-9223372036854775808)){color:red}",
        ])
    func broken(sheet: String) {
        _ = StyledText(html: "<style>\(sheet)</style><div style='\(sheet)' class=x>seen</div>")
        #expect(StyledText(html: "<style>\(sheet)</style>seen").plainText == "seen")
    }
}
