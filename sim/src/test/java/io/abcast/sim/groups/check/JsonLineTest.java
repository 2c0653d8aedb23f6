package io.abcast.sim.groups.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLineTest {
    @Test
    void parsesAllKindsOfValues() {
        assertEquals(
                Map.of(
                        "a",
                        Arrays.asList(new BigDecimal("-1.5e3"), null, true, false),
                        "b",
                        Map.of()),
                JsonLine.parse(" {\"a\": [-1.5e3, null , true,false], \"b\":{}}\n"));
        assertEquals(List.of(), JsonLine.parse("[ ]"));
    }

    @Test
    void parsesWhatItQuotes() {
        String string = "quote \" backslash \\ tab \t nul \0 umlaut \u00fc";
        StringBuilder out = new StringBuilder();
        JsonLine.quote(out, string);
        assertEquals(string, JsonLine.parse(out.toString()));
        assertEquals(
                "\"\\/\b\f\n\r\t\u00fc", JsonLine.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00FC\""));
    }

    @Test
    void refusesMalformedText() {
        for (String text :
                List.of(
                        "",
                        "{",
                        "[1,]",
                        "[1 2]",
                        "{\"a\"}",
                        "{\"a\":1,\"a\":2}",
                        "{a:1}",
                        "\"a",
                        "\"\\x\"",
                        "\"\\u12g4\"",
                        "\"\\u12",
                        "1.5.5",
                        "nul",
                        "1 1",
                        "\"\n\"",
                        "[".repeat(20)))
            assertThrows(IllegalArgumentException.class, () -> JsonLine.parse(text), text);
    }
}
