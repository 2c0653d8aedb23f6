package io.abcast.search.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * A change at one place of one source file. Lines are compared without their indentation.
 *
 * @param file path of the file below the root of the repository
 * @param before consecutive old lines, at least one; they must occur exactly once
 * @param after lines that replace the old lines; may be empty
 */
record Patch(String file, List<String> before, List<String> after) {
    /**
     * Applies the patch to a source.
     *
     * @param mutant name of the mutant, for the message
     * @throws MutantException unless the old lines occur exactly once
     */
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
