package io.abcast.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the prose (sentences for readers) in a file: paragraphs and table cells of a Markdown page, or comments and
 * string literals of a Java source.
 */
final class Prose {
    /**
     * Minimum number of spaces in a string literal that counts as a sentence; with fewer spaces, it is probably a name
     * or a format.
     */
    private static final int SPACES_MIN = 2;

    private static final Pattern LIST_ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.) +(.*)");

    private Prose() {}

    /**
     * @param line number of the file's line with the first word, from 1
     * @param text words of the passage; a line feed separates two lines
     */
    record Passage(int line, String text) {}

    static List<Passage> of(String fileName, String content) {
        return fileName.endsWith(".md") ? ofMarkdown(content) : ofJava(content);
    }

    // Prose in Markdown pages

    private static List<Passage> ofMarkdown(String content) {
        List<Passage> found = new ArrayList<>();
        Paragraph paragraph = new Paragraph(found);
        boolean fenced = false;
        int number = 0;
        for (String line : content.split("\n", -1)) {
            number++;
            String words = line.strip();
            if (words.startsWith("```")) {
                fenced = !fenced;
                paragraph.end();
            } else if (fenced
                    || words.isEmpty()
                    || words.startsWith("#")
                    || words.startsWith("<")) {
                paragraph.end();
            } else if (words.startsWith("|")) {
                paragraph.end();
                for (String cell : words.split("\\|"))
                    if (!cell.matches("[\\s:-]*")) add(found, number, cell.strip());
            } else if (!line.startsWith("    ") || !paragraph.isEmpty()) {
                // In Markdown, a line with four leading spaces outside a paragraph is code, and not
                // prose.
                Matcher item = LIST_ITEM.matcher(line);
                if (item.matches()) paragraph.end();
                paragraph.add(number, item.matches() ? item.group(1) : words);
            }
        }
        paragraph.end();
        return found;
    }

    // Prose in Java sources

    private static List<Passage> ofJava(String source) {
        List<Passage> found = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int line = 1;
        int textLine = 0;
        Matcher token =
                Pattern.compile(
                                "//[^\\n]*|/\\*.*?\\*/|\"\"\"\\n.*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'",
                                Pattern.DOTALL)
                        .matcher(source);
        int from = 0;
        List<String> lineComments = new ArrayList<>();
        int commentLine = 0;
        while (token.find()) {
            String between = source.substring(from, token.start());
            line += count(between);
            String t = token.group();
            boolean joins = between.strip().equals("+");
            if (!between.isBlank() || !t.startsWith("//")) {
                comment(found, commentLine, lineComments);
            }
            if (t.startsWith("\"")) {
                if (!joins) {
                    literal(found, textLine, text);
                    textLine = line;
                }
                text.append(unquoted(t));
            } else if (t.startsWith("//")) {
                if (lineComments.isEmpty()) commentLine = line;
                lineComments.add(t.substring(2).strip());
            } else if (t.startsWith("/*")) {
                blockComment(found, line, t);
            }
            line += count(t);
            from = token.end();
        }
        comment(found, commentLine, lineComments);
        literal(found, textLine, text);
        return found;
    }

    private static void comment(List<Passage> found, int line, List<String> lines) {
        if (!lines.isEmpty()) add(found, line, String.join("\n", lines));
        lines.clear();
    }

    private static void literal(List<Passage> found, int line, StringBuilder text) {
        String words = text.toString();
        text.setLength(0);
        if (words.chars().filter(c -> c == ' ').count() >= SPACES_MIN) add(found, line, words);
    }

    private static void blockComment(List<Passage> found, int line, String comment) {
        Paragraph paragraph = new Paragraph(found);
        int number = line - 1;
        boolean code = false;
        for (String row : comment.split("\n", -1)) {
            number++;
            String words = row.strip().replaceAll("^/?\\*+/?|\\*+/$", "").strip();
            if (words.contains("<pre>")) code = true;
            if (words.isEmpty() || code || words.startsWith("<p>") || words.startsWith("@"))
                paragraph.end();
            if (words.contains("</pre>")) code = false;
            else if (!words.isEmpty() && !code)
                paragraph.add(number, words.replaceFirst("^@param \\S+|^@\\w+", "").strip());
        }
        paragraph.end();
    }

    private static String unquoted(String literal) {
        String inside =
                literal.startsWith("\"\"\"")
                        ? literal.substring(3, literal.length() - 3)
                        : literal.substring(1, literal.length() - 1);
        return inside.replace("\\n", "\n").replace("%n", "\n").replace("\\\"", "\"");
    }

    private static int count(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }

    private static void add(List<Passage> found, int line, String text) {
        String words =
                text.replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
                        .replaceAll("`[^`]*`", "X")
                        .replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1")
                        .replaceAll("<[^>\\n]+>", "");
        if (!words.isBlank()) found.add(new Passage(line, words));
    }

    private static final class Paragraph {
        private final List<Passage> found;
        private final StringBuilder text = new StringBuilder();
        private int line;

        Paragraph(List<Passage> found) {
            this.found = found;
        }

        boolean isEmpty() {
            return text.length() == 0;
        }

        void add(int number, String words) {
            if (isEmpty()) line = number;
            else text.append('\n');
            text.append(words);
        }

        void end() {
            if (!isEmpty()) Prose.add(found, line, text.toString());
            text.setLength(0);
        }
    }
}
