package io.abcast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.search.mutants.Mutant;
import io.abcast.search.mutants.MutantList;
import io.abcast.search.mutants.MutantRun;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests that the patch of every mutant (copy with one broken rule) of the JGroups protocols applies and compiles. */
final class ElementMutantsTest {
    private static final Path ROOT = Path.of("..");

    private static List<Mutant> mutants(String protocol) {
        return MutantList.of(protocol).stream()
                .filter(m -> m.changes("jgroups-protocols"))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> everyPatchAppliesAndCompiles() {
        return MutantList.protocols().stream()
                .filter(protocol -> !mutants(protocol).isEmpty())
                .map(
                        protocol ->
                                DynamicTest.dynamicTest(
                                        protocol,
                                        () -> new MutantRun(protocol, mutants(protocol), ROOT, 1)));
    }

    @Test
    void unverifiedMacIsFoundByATest() throws Exception {
        List<Mutant> one =
                mutants("FBP").stream().filter(m -> m.name().equals("mac-not-checked")).toList();
        assertEquals(1, one.size());
        MutantRun run = new MutantRun("FBP", one, ROOT, 1);
        run.run(result -> assertFalse(result.survives(), result::check), line -> {});
        run.runControls(control -> assertEquals("", control.found()), line -> {});
    }
}
