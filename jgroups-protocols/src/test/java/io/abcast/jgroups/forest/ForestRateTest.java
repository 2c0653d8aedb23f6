package io.abcast.jgroups.forest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ForestRateTest {
    @ParameterizedTest
    @CsvSource({
        "auto, 0",
        "40mbit, 5000000",
        "0.5gbit, 62500000",
        "64kbit, 8000",
        "1000000bit, 125000",
        "1000gbit, 125000000000"
    })
    void aRateIsInBitsPerSecond(String text, double bytesPerSecond) {
        assertEquals(bytesPerSecond, ForestRate.bytesPerSecond(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "40",
                "mbit",
                "-1mbit",
                "40 mbit",
                "40Mbit",
                "63kbit",
                "1001gbit",
                "1e9bit",
                "9999999999999999999999bit",
                "auto "
            })
    void otherTextsAreNoRates(String text) {
        assertEquals(-1, ForestRate.bytesPerSecond(text));
    }
}
