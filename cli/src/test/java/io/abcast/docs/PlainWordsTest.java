package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.docs.Prose.Passage;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Rejects phrases that are hard to understand in pages, comments, annotation texts and messages. The file {@code
 * plain-words.txt} lists the phrases, and {@code plain-words-allowed.txt} permitted sentences.
 */
final class PlainWordsTest {
    private static final String RESOURCES = "cli/src/test/resources/io/abcast/docs/";
    private static final int WORDS_MAX = 32;
    private static final int ALLOWED_MAX = 40;

    /** Folders that git does not track, or that contain data. */
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".idea", "resources");

    private static final String SENTENCE_START = "(?:^|(?<=[.;:!?]\\s))";
    private static final Pattern SENTENCE = Pattern.compile("[^.!?;:]+(?:[.!?](?!\\w)|$)");

    private record Rule(String name, String instead, Pattern habit, String example) {
        List<String> hits(Passage passage) {
            List<String> found = new ArrayList<>();
            Matcher m = habit.matcher(passage.text());
            while (m.find())
                found.add(
                        passage.text()
                                .substring(
                                        Math.max(0, m.start() - 30),
                                        Math.min(passage.text().length(), m.end() + 50))
                                .replace('\n', ' '));
            return found;
        }
    }

    private record Allowed(String path, String words) {}

    private static List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        for (String line : lines("plain-words.txt")) {
            // A bar between spaces separates two columns of plain-words.txt; a bar without spaces
            // belongs to a regular expression.
            String[] part = line.split(" \\| ");
            assertEquals(
                    5,
                    part.length,
                    "expected name | where | instead | expression | example: " + line);
            String start =
                    switch (part[1]) {
                        case "any" -> "";
                        case "start" -> SENTENCE_START;
                        default -> throw new AssertionError("expected any or start: " + line);
                    };
            Pattern habit = Pattern.compile(start + "(?:" + part[3].replace("~", "\\s+") + ")");
            rules.add(new Rule(part[0], part[2], habit, part[4]));
        }
        return rules;
    }

    private static List<Allowed> allowed() {
        List<Allowed> all = new ArrayList<>();
        for (String line : lines("plain-words-allowed.txt")) {
            String[] part = line.split(" \\| ");
            assertEquals(3, part.length, "expected path | words | reason: " + line);
            all.add(new Allowed(part[0], part[1]));
        }
        return all;
    }

    private static List<String> lines(String resource) {
        return Documents.read(RESOURCES + resource)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private static List<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                Documents.ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes a) {
                        return SKIPPED.contains(path.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path path, BasicFileAttributes a) {
                        if (path.toString().matches(".*\\.(md|java)")) found.add(path);
                        return FileVisitResult.CONTINUE;
                    }
                });
        found.sort(null);
        return found;
    }

    private static List<String> hits(String file, String content, List<Rule> rules) {
        List<String> found = new ArrayList<>();
        for (Passage passage : Prose.of(file, content)) {
            for (Rule rule : rules)
                for (String words : rule.hits(passage))
                    found.add(
                            at(file, passage)
                                    + rule.name()
                                    + ": ..."
                                    + words
                                    + "... ("
                                    + rule.instead()
                                    + ")");
            Matcher sentence = SENTENCE.matcher(passage.text().replace('\n', ' '));
            while (sentence.find()) {
                String words = sentence.group().strip();
                int count = words.split("\\s+").length;
                if (count > WORDS_MAX)
                    found.add(at(file, passage) + "sentence of " + count + " words: " + words);
            }
        }
        return found;
    }

    private static String at(String file, Passage passage) {
        return file + ":" + passage.line() + ": ";
    }

    @Test
    void proseIsReadOnce() throws IOException {
        List<Rule> rules = rules();
        List<Allowed> allowed = allowed();
        Set<Allowed> needed = new LinkedHashSet<>();
        List<String> wrong = new ArrayList<>();
        for (Path path : files()) {
            String file = Documents.ROOT.relativize(path).toString().replace('\\', '/');
            for (String hit : hits(file, Documents.read(path), rules)) {
                boolean right = false;
                for (Allowed a : allowed)
                    if (file.endsWith(a.path()) && hit.contains(a.words())) {
                        needed.add(a);
                        right = true;
                    }
                if (!right) wrong.add(hit);
            }
        }
        assertTrue(
                wrong.isEmpty(),
                () -> wrong.size() + " places to rewrite:\n" + String.join("\n", wrong));
        allowed.removeAll(needed);
        assertEquals(List.of(), allowed, "allowed sentences that do not occur any more");
    }

    @Test
    void fewSentencesAreAllowedAsTheyStand() {
        assertTrue(allowed().size() <= ALLOWED_MAX, () -> allowed().size() + " of " + ALLOWED_MAX);
    }

    @Test
    void eachRuleFindsItsExample() {
        for (Rule rule : rules()) {
            String shown = "@Property(description = \"" + rule.example() + "\") int a;";
            assertTrue(
                    hits("A.java", shown, List.of(rule)).size() > 0,
                    () -> rule.name() + " does not find: " + rule.example());
            assertTrue(
                    hits("a.md", rule.example(), List.of(rule)).size() > 0
                            && hits("A.java", "/** " + rule.example() + " */", List.of(rule)).size()
                                    > 0,
                    () -> rule.name() + " does not find: " + rule.example());
        }
    }

    @Test
    void textsOverSeveralLiteralsAreOneText() {
        String source = "log.warn(\"the frame of member 2 is\"\n + \" none and was dropped\");";
        assertEquals(1, hits("A.java", source, rules()).size());
    }

    @Test
    void codeIsNotProse() {
        assertEquals(
                List.of(),
                hits("a.md", "    nobody and nothing\n\n```\nWho is none\n```\n", rules()));
        assertEquals(List.of(), hits("a.md", "The option `--nobody` is set.", rules()));
        assertEquals(List.of(), hits("A.java", "int nobody = whoever.lives();", rules()));
    }

    @Test
    void longSentencesAreFound() {
        assertEquals(1, hits("a.md", "word ".repeat(WORDS_MAX + 1), rules()).size());
        assertEquals(0, hits("a.md", "word ".repeat(WORDS_MAX), rules()).size());
    }
}
