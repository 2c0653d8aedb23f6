package io.abcast.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Markdown texts at the root of the repository and under docs. */
public final class Documents {
    public static final Path ROOT = root();

    private Documents() {}

    /** Maven runs tests in the module's directory, but IDEs often run tests in the root directory. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs"))) here = here.getParent();
        return here;
    }

    static List<Path> all() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top, docs).filter(p -> p.toString().endsWith(".md")).forEach(found::add);
        }
        found.sort(null);
        return found;
    }

    static String read(String name) {
        return read(ROOT.resolve(name));
    }

    static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String between(String text, String begin, String end) {
        int from = text.indexOf(begin);
        int to = text.indexOf(end, from + begin.length());
        if (from < 0 || to < 0)
            throw new AssertionError("expected '" + begin + "' and '" + end + "' after it");
        return text.substring(from + begin.length(), to);
    }
}
