package io.abcast.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The corpora of seeds that the test suite runs, and the coverage counters that a corpus need not reach. */
final class Corpora {
    static final String ZAB_FAMILY = "Zab family";

    static final String EXCEPTIONS = "unmet.txt";
    private static final String FILE = "corpus/%s.txt";

    private static final String DIRECTORY = "benchmark/search/src/test/resources/io/abcast/search/";

    private Corpora() {}

    static Corpus of(String protocol) {
        String file = FILE.formatted(protocol);
        List<String> lines = lines(file);
        if (lines == null)
            throw new AssertionError(
                    "%s has no corpus. Write it:%n  ./abcast sim corpus --protocol %s --seeds 1..2000 --out %s"
                            .formatted(protocol, protocol, DIRECTORY + file));
        try {
            return Corpus.parse(lines);
        } catch (IllegalArgumentException e) {
            throw new AssertionError(DIRECTORY + file + ": " + e.getMessage(), e);
        }
    }

    static Set<String> exceptions(String protocol) {
        Set<String> exceptions = new TreeSet<>();
        boolean applies = false;
        for (String line : lines(EXCEPTIONS)) {
            if (line.startsWith("#") || line.isBlank()) continue;
            if (line.startsWith("[")) {
                applies = names(line, protocol);
                continue;
            }
            int colon = line.lastIndexOf(": ");
            if (colon < 0) throw new AssertionError("expected NAME: REASON, got " + line);
            if (applies) exceptions.add(line.substring(0, colon));
        }
        return exceptions;
    }

    private static boolean names(String section, String protocol) {
        List<String> names =
                Arrays.asList(section.substring(1, section.length() - 1).split(", ", -1));
        Set<String> known = new TreeSet<>(SearchedProtocols.names());
        known.add(ZAB_FAMILY);
        if (!section.endsWith("]") || !known.containsAll(names))
            throw new AssertionError("expected [NAME, NAME] of " + known + ", got " + section);
        boolean family = SearchedProtocols.zabFamily().contains(protocol);
        return names.contains(protocol) || (family && names.contains(ZAB_FAMILY));
    }

    private static List<String> lines(String resource) {
        try (InputStream in = Corpora.class.getResourceAsStream(resource)) {
            if (in == null) return null;
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
