package io.abcast.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Defines the rules for descriptions and help texts that users read alone. */
final class TextRules {
    private static final Set<String> WRONG_BEGINNINGS =
            Set.of(
                    "a",
                    "after",
                    "also",
                    "an",
                    "and",
                    "anyone",
                    "as",
                    "at",
                    "before",
                    "beyond",
                    "but",
                    "by",
                    "everybody",
                    "everyone",
                    "false",
                    "for",
                    "from",
                    "he",
                    "here",
                    "how",
                    "if",
                    "in",
                    "it",
                    "its",
                    "likewise",
                    "nobody",
                    "none",
                    "of",
                    "on",
                    "once",
                    "one",
                    "only",
                    "or",
                    "she",
                    "since",
                    "so",
                    "somebody",
                    "someone",
                    "such",
                    "that",
                    "the",
                    "their",
                    "them",
                    "then",
                    "there",
                    "these",
                    "they",
                    "this",
                    "those",
                    "to",
                    "true",
                    "until",
                    "we",
                    "what",
                    "whatever",
                    "when",
                    "where",
                    "which",
                    "while",
                    "who",
                    "whoever",
                    "whose",
                    "why",
                    "with",
                    "without");

    private static final Set<String> WRONG_ENDS =
            Set.of(
                    "anew", "another", "both", "it", "its", "none", "of", "one", "ones", "other",
                    "others", "same", "so", "such", "that", "their", "them", "these", "they",
                    "this", "those", "which", "who");

    private static final Pattern PEOPLE =
            Pattern.compile(
                    "\\b(?:anybody|everybody|nobody|somebody|who|whoever|whom)\\b",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern FIRST_WORD = Pattern.compile("^[A-Z][A-Za-z0-9/]*(?=[ :,;.]|$)");
    private static final Pattern LAST_WORD =
            Pattern.compile("([A-Za-z]+)(?:, at (?:least|most))?[^A-Za-z0-9%)\\]]*$");

    private static final Pattern FACTS =
            Pattern.compile("(?<=\\.) (?:(?:Unit|Range|Default): .*|Required)$", Pattern.DOTALL);

    private TextRules() {}

    static List<String> violations(String text) {
        List<String> found = new ArrayList<>();
        String sentence = FACTS.matcher(text).replaceFirst("");
        Matcher first = FIRST_WORD.matcher(sentence);
        if (!first.find()) found.add("expected a capitalised noun or verb at the beginning");
        else if (WRONG_BEGINNINGS.contains(first.group().toLowerCase(Locale.ROOT)))
            found.add("expected a noun or a verb at the beginning, got " + first.group());
        Matcher last = LAST_WORD.matcher(sentence);
        if (last.find() && WRONG_ENDS.contains(last.group(1).toLowerCase(Locale.ROOT)))
            found.add("expected a noun or a verb at the end, got " + last.group(1));
        Matcher people = PEOPLE.matcher(sentence);
        if (people.find()) found.add("expected a named subject, got " + people.group());
        return found;
    }
}
