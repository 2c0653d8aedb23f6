package io.abcast.search.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of a mutant at one place of one source file.
 *
 * @param file path of the source file below the root of the repository
 * @param before consecutive lines of the source, at least one, which must occur exactly once, apart from their
 *     indentation
 * @param after lines that replace the old lines; may be empty
 */
record Patch(String file, List<String> before, List<String> after) {
    String apply(String mutant, String source) {
        List<String> lines = new ArrayList<>(source.lines().toList());
        int found = -1;
        int times = 0;
        for (int i = 0; i + before.size() <= lines.size(); i++) {
            if (!matches(lines, i)) continue;
            found = i;
            times++;
        }
        if (times != 1)
            throw new MutantException(
                    "mutant "
                            + mutant
                            + " no longer applies to "
                            + file
                            + ": expected '"
                            + before.get(0)
                            + (before.size() > 1 ? " ...'" : "'")
                            + " once, found it "
                            + times
                            + " times");
        List<String> place = lines.subList(found, found + before.size());
        place.clear();
        place.addAll(after);
        return String.join("\n", lines) + "\n";
    }

    private boolean matches(List<String> lines, int at) {
        for (int i = 0; i < before.size(); i++)
            if (!lines.get(at + i).strip().equals(before.get(i))) return false;
        return true;
    }
}
