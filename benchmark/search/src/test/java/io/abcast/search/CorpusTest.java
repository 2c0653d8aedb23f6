package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
final class CorpusTest {
    private static final String COMMAND = "./abcast sim corpus --protocol ZAB --seeds 1..9 --out f";

    @Test
    void parsesItsOwnLines() {
        Corpus corpus =
                new Corpus(
                        COMMAND,
                        List.of("PeerAck", "a switch to Zab's mode"),
                        List.of(new Corpus.Run(3, 17), new Corpus.Run(5, Long.MIN_VALUE)));
        assertEquals(corpus, Corpus.parse(corpus.lines()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "3 x", "3 17 4", "0 17", "3  17", "", "3 9999999999999999999"})
    void malformedLineIsRefused(String line) {
        List<String> lines = List.of("# " + COMMAND, line);
        String message =
                assertThrows(IllegalArgumentException.class, () -> Corpus.parse(lines))
                        .getMessage();
        assertEquals("expected NODES SEED, got '" + line + "'", message);
    }

    @Test
    void corpusWithoutCommandIsRefused() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Corpus.parse(List.of("3 17")))
                        .getMessage();
        assertTrue(message.startsWith("expected a line # ./abcast"), message);
    }

    @Test
    void corpusWithoutRunsIsRefused() {
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Corpus.parse(List.of("# " + COMMAND)))
                        .getMessage();
        assertEquals("expected a line NODES SEED, got none in 1 lines", message);
    }

    @Test
    void everyProtocolRunsWithItsSizes() {
        for (String protocol : SearchedProtocols.names()) {
            List<Integer> expected =
                    switch (protocol) {
                        case "ZAB_AC" -> List.of(3);
                        case "FBP" -> List.of(6, 7);
                        default -> List.of(3, 5);
                    };
            assertEquals(expected, SearchedProtocols.members(protocol), protocol);
            for (int members : expected)
                assertEquals(protocol, SearchedProtocols.of(protocol, members).protocol());
        }
        assertThrows(IllegalArgumentException.class, () -> SearchedProtocols.members("NOPE"));
    }
}
