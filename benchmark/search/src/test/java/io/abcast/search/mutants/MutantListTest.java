package io.abcast.search.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every mutant of the modules on the class path can be compiled from the present sources. */
@Execution(ExecutionMode.CONCURRENT)
final class MutantListTest {
    private static final Path ROOT = Path.of("..", "..");

    private static final String ELEMENTS = "jgroups-protocols";

    static List<String> protocols() {
        return MutantList.protocols();
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void everyPatchApplies(String protocol) {
        for (Mutant mutant : MutantList.of(protocol))
            assertFalse(PatchedProtocol.sources(mutant, ROOT).isEmpty());
    }

    @Tag("search")
    @ParameterizedTest
    @MethodSource("protocols")
    void everyPatchAppliesAndCompiles(String protocol) {
        List<Mutant> mutants =
                MutantList.of(protocol).stream().filter(m -> !m.changes(ELEMENTS)).toList();
        assertFalse(mutants.isEmpty());
        assertEquals(protocol, new MutantRun(protocol, mutants, ROOT, 1).protocol());
    }

    @ParameterizedTest
    @ValueSource(strings = {"quorum-minus-one", "ack-before-durable", "read-not-applied"})
    void quickMutantOfZabIsDetectedAndTheControlFindsNothing(String name) throws Exception {
        List<Mutant> one =
                MutantList.of("ZAB").stream().filter(m -> m.name().equals(name)).toList();
        MutantRun run = new MutantRun("ZAB", one, ROOT, 1);
        run.run(result -> assertFalse(result.survives(), result::check), line -> {});
        run.runControls(control -> assertEquals("", control.found()), line -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"f-suspicions-end-a-regency", "quorum-minus-one"})
    void testDetectsAQuickMutantOfFbp(String name) throws Exception {
        List<Mutant> one =
                MutantList.of("FBP").stream().filter(m -> m.name().equals(name)).toList();
        MutantRun run = new MutantRun("FBP", one, ROOT, 1);
        run.run(result -> assertFalse(result.survives(), result::check), line -> {});
        run.runControls(control -> assertEquals("", control.found()), line -> {});
    }

    @Test
    void mutantThatChangesNothingSurvives() throws Exception {
        Mutant idle =
                MutantList.parse(
                                "here",
                                """
                                sources: zab-core/src/main/java
                                protocols: ZAB
                                mutant idle
                                rule: A rule
                                    in two lines.
                                check: fuzz seeds=2
                                in: io/abcast/zab/Rules.java
                                - return members.quorum();
                                + return members.quorum() + 0;
                                """)
                        .get(0);
        assertEquals("A rule in two lines.", idle.rule());
        MutantRun run = new MutantRun("ZAB", List.of(idle), ROOT, 1);
        run.run(result -> assertTrue(result.survives(), result::report), line -> {});
    }

    @Test
    void patchThatNoLongerAppliesIsNamed() {
        Patch patch = new Patch("A.java", List.of("int a;", "int b;"), List.of());
        assertEquals("x\ny\n", patch.apply("m", "x\n  int a;\n    int b;\ny\n"));
        String twice = "int a;\nint b;\nint a;\nint b;\n";
        for (String source : List.of("int a;\n", twice)) {
            Exception e = assertThrows(MutantException.class, () -> patch.apply("m", source));
            assertTrue(
                    e.getMessage().startsWith("mutant m no longer applies to A.java"),
                    e::getMessage);
        }
    }

    @Test
    void sourceThatDoesNotCompileIsNamed() {
        Mutant broken =
                MutantList.parse(
                                "here",
                                """
                                sources: zab-core/src/main/java
                                protocols: ZAB
                                mutant broken
                                rule: A rule.
                                check: fuzz seeds=2
                                in: io/abcast/zab/Rules.java
                                - return members.quorum();
                                + return quorum;
                                """)
                        .get(0);
        Exception e = assertThrows(MutantException.class, () -> PatchedProtocol.of(broken, ROOT));
        assertTrue(e.getMessage().startsWith("mutant broken does not compile"), e::getMessage);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mutant a\nmutant b\n",
                "mutant a\nrule: r\nin: F\n- x\n",
                "mutant a\nrule: r\ncheck: fuzz\nequivalent: e\nin: F\n- x\n",
                "mutant a\nrule: r\ncheck: fuzz\n- x\n",
                "mutant a\nrule: r\ncheck: fuzz\nin: F\n+ x\n",
            })
    void malformedListIsRefused(String text) {
        assertThrows(MutantException.class, () -> MutantList.parse("here", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "guess seeds=1",
                "fuzz seeds",
                "fuzz seeds=many",
                "fuzz faults=rain",
                "fuzz durability=stone",
                "fuzz depth=1",
                "test",
                "test class=A seeds=1"
            })
    void malformedCheckIsRefused(String line) {
        assertThrows(MutantException.class, () -> Check.parse("ZAB", line));
    }
}
