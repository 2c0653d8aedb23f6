package io.abcast.cast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.BulkProgress;
import io.abcast.command.BitRateConverter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

final class CastCommandTest {
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine all = CastMain.commandLine(arguments);
        all.setErr(new PrintWriter(err, true));
        return all.execute(arguments);
    }

    @Test
    void ratesHaveUnits() {
        BitRateConverter converter = new BitRateConverter();
        assertEquals(100_000_000, converter.convert("100mbit"));
        assertEquals(2_500_000_000L, converter.convert("2.5Gbit/s"));
        assertEquals(64_000, converter.convert("64kbit"));
        for (String wrong : new String[] {"", "100", "100mb", "-1mbit", "fast"})
            assertThrows(TypeConversionException.class, () -> converter.convert(wrong), wrong);
    }

    @Test
    void wrongUsageIsOneLine() {
        assertEquals(2, run("cast", "--members", "a:1,b:2"));
        assertEquals(2, run("cast", "file", "--members", "a:1"));
        assertEquals(2, run("cast", "file", "--members", "a:1,b"));
        assertEquals(2, run("cast", "file", "--members", "1=a:1,1=b:2"));
        assertEquals(2, run("cast", "file", "--members", "a:1,b:2", "--id", "3"));
        assertEquals(2, run("receive", ".", "--members", "a:1,b:2"));
        assertEquals(2, run("cast", "file", "--members", "a:1,b:2", "--blocks", "many"));
        assertEquals(7, err.toString().lines().count(), err::toString);
        assertTrue(
                err.toString().contains("expected id 3 among the members [1, 2]"), err::toString);
    }

    @Test
    void missingFileAndDirectoryFail(@TempDir Path directory) {
        String missing = directory.resolve("missing").toString();
        assertEquals(1, run("cast", missing, "--members", "127.0.0.1:17,127.0.0.1:18"));
        assertEquals(1, run("receive", missing, "--id", "2", "--members", "127.0.0.1:1,b:2"));
        assertTrue(err.toString().contains("expected a directory"), err::toString);
    }

    @Test
    void lineNamesMembersThatAreBehind() {
        BulkLine line = new BulkLine(null, new PrintWriter(err), true);
        var ranks = new TreeMap<Integer, Long>();
        ranks.put(2, 50L);
        ranks.put(3, 10L);
        ranks.put(4, 60L);
        var progress = new BulkProgress(7, 100_000_000, ranks, 100, List.of());
        assertTrue(line.line(progress, 1_000_000_000L).startsWith(" 40.0 %"));
        ranks.put(2, 80L);
        String next = line.line(progress, 2_000_000_000L);
        assertEquals(" 50.0 %  10.0 MB/s to each  5 s left  behind: member 3 at 10 %", next);
        assertNull(line.line(new BulkProgress(0, 0, ranks, 0, List.of()), 3));
        line.close();
    }
}
