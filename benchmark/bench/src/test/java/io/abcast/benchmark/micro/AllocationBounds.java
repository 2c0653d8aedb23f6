package io.abcast.benchmark.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of docs/allocation.md: the maximum number of allocated bytes per operation, by name of the operation. */
final class AllocationBounds {
    private static final Path PAGE = Path.of("docs", "allocation.md");
    private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| ([\\d,]+) \\| [^|]+ \\|");

    private AllocationBounds() {}

    static Map<String, Integer> read() throws IOException {
        Map<String, Integer> bounds = new LinkedHashMap<>();
        for (String line : Files.readAllLines(page())) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) continue;
            int bytes = Integer.parseInt(row.group(2).replace(",", ""));
            if (bounds.put(row.group(1).strip(), bytes) != null)
                throw new IOException(PAGE + ": expected each row once, got it twice: " + line);
        }
        return bounds;
    }

    private static Path page() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve(PAGE))) here = here.getParent();
        return here.resolve(PAGE);
    }
}
