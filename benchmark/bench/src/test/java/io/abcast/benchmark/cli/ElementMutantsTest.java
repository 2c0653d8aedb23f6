package io.abcast.benchmark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.search.mutants.Mutant;
import io.abcast.search.mutants.MutantList;
import io.abcast.search.mutants.MutantRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every mutant of the elements can be made, and one is found. */
final class ElementMutantsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final List<Mutant> ALL =
            MutantList.of("FBP").stream().filter(m -> m.changes("jgroups-protocols")).toList();

    @Test
    void everyPatchAppliesAndCompiles() {
        assertEquals("FBP", new MutantRun("FBP", ALL, ROOT, 1).protocol());
    }

    @Test
    void unverifiedMacIsFoundByATest() throws Exception {
        List<Mutant> one = ALL.stream().filter(m -> m.name().equals("mac-not-checked")).toList();
        assertEquals(1, one.size());
        MutantRun run = new MutantRun("FBP", one, ROOT, 1);
        run.run(result -> assertFalse(result.survives(), result::check), line -> {});
        run.runControls(control -> assertEquals("", control.found()), line -> {});
    }
}
