package io.abcast.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.abcast.kernel.WireReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests every decoder of input from unauthenticated peers, on inputs that once broke a decoder and on valid inputs with
 * random damage. CONTRIBUTING.md describes the search for further inputs.
 */
@Execution(ExecutionMode.CONCURRENT)
final class DecoderFuzzTest {
    private static final long SEED = 20_261_121;
    private static final Path CORPUS = Path.of("src/test/resources/io/abcast/fuzz/corpus");

    @TestFactory
    Stream<DynamicTest> everyDecoderRefusesAsDeclaredOrReadsWhatItCanWriteAgain() {
        return Targets.all().stream().map(t -> dynamicTest(t.name(), () -> hold(t)));
    }

    private static void hold(Target target) throws Exception {
        List<byte[]> seeds = target.seeds();
        for (byte[] seed : seeds)
            assertTrue(
                    Gauge.accepts(target, seed), () -> "a good input was refused: " + text(seed));
        for (Path file : corpus(target)) Gauge.accepts(target, Files.readAllBytes(file));
        Mutator mutator = new Mutator(SEED);
        int refused = 0;
        for (int i = 0; i < target.mutations(); i++)
            if (!Gauge.accepts(target, mutator.mutate(seeds))) refused++;
        assertTrue(refused > target.mutations() / 100, "refused only " + refused);
    }

    private static String text(byte[] seed) {
        return Arrays.toString(seed)
                + " "
                + new String(seed, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static List<Path> corpus(Target target) throws IOException {
        Path of = CORPUS.resolve(target.name());
        if (!Files.isDirectory(of)) return List.of();
        try (Stream<Path> files = Files.list(of)) {
            return files.sorted().toList();
        }
    }

    @Test
    void everyDirectoryOfTheCorpusHasADecoder() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Target target : Targets.all()) assertTrue(names.add(target.name()), target.name());
        try (Stream<Path> directories = Files.list(CORPUS)) {
            directories.forEach(
                    d -> assertTrue(names.contains(d.getFileName().toString()), d::toString));
        }
        assertThrows(IllegalArgumentException.class, () -> Targets.named("none"));
        assertEquals("hello", Targets.named("hello").name());
    }

    private interface Decoder {
        boolean accepts(byte[] input) throws Exception;
    }

    private static Target target(Decoder decoder) {
        return new Target() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public List<byte[]> seeds() {
                return List.of(new byte[] {0, 0, 0, 4, 1, 2, 3, 4});
            }

            @Override
            public boolean accepts(byte[] input) throws Exception {
                return decoder.accepts(input);
            }
        };
    }

    private static AssertionError found(Decoder broken) {
        return assertThrows(AssertionError.class, () -> hold(target(broken)));
    }

    @Test
    void aDecoderThatTrustsALengthIsFound() {
        AssertionError found =
                found(
                        input -> {
                            if (input.length < 4) return false;
                            int length = ByteBuffer.wrap(input).getInt();
                            if (length < 0 || length > 1 << 24) return false;
                            byte[] trusted = new byte[length];
                            return trusted.length == input.length - 4;
                        });
        assertTrue(found.getMessage().contains("allocated"), found::getMessage);
    }

    @Test
    void aDecoderThatThrowsAnUndeclaredExceptionIsFound() {
        AssertionError found = found(input -> input[input[3] + 3] == 4);
        assertTrue(found.getCause() instanceof ArrayIndexOutOfBoundsException, found::getMessage);
    }

    @Test
    void aDecoderThatRefusesNothingIsFound() {
        found(input -> new WireReader(input).remaining() >= 0);
    }

    @Test
    void theSameSeedGivesTheSameDamage() throws Exception {
        List<byte[]> seeds = Targets.named("hello").seeds();
        Mutator one = new Mutator(1);
        Mutator other = new Mutator(1);
        for (int i = 0; i < 1_000; i++)
            assertTrue(Arrays.equals(one.mutate(seeds), other.mutate(seeds)));
    }
}
