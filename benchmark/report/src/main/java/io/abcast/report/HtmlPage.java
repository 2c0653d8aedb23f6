package io.abcast.report;

/** Formats reports as HTML files that load no other file. */
public final class HtmlPage {
    private static final String STYLE =
            """
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 82em; margin: 2em auto; padding: 0 1em; color: #222 }
            table { border-collapse: collapse; font-size: 13px; margin: 1em 0; display: block; overflow-x: auto }
            td, th { padding: 3px 9px; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
            td:first-child, th:first-child { text-align: left }
            svg { width: 100%; max-width: 62em; height: auto; display: block; margin: 1em 0; font: 12px system-ui, sans-serif }
            .title { font-weight: 600; font-size: 14px } .axis { fill: #555 } .tick { fill: #444; font-size: 11px }
            .grid { stroke: #e4e4e4 } pre { background: #f6f6f6; padding: 1em; overflow-x: auto; font-size: 12px }
            """;

    private HtmlPage() {}

    /** Returns a whole HTML page with the given title, and with {@code body}, which must be HTML. */
    public static String of(String title, String body) {
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
                + escape(title)
                + "</title><style>\n"
                + STYLE
                + "</style></head><body>\n<h1>"
                + escape(title)
                + "</h1>\n"
                + body
                + "</body></html>\n";
    }

    public static String paragraph(String text) {
        return "<p>" + escape(text) + "</p>\n";
    }

    public static String escape(String text) {
        return SvgPlot.escape(text);
    }
}
