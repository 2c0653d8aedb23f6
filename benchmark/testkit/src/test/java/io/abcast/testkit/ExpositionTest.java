package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpositionTest {
    private static final String HISTOGRAM =
            "# HELP d_seconds How long\n# TYPE d_seconds histogram\n";

    @Test
    void readsWellFormedText() {
        Exposition read =
                Exposition.parse(
                        "# HELP a_total Things, \\\\ and \\n\n# TYPE a_total counter\n"
                                + "a_total{kind=\"x,y\",member=\"1\"} 3.0\na_total{kind=\"z\",member=\"1\"} 4\n"
                                + "# TYPE g gauge\ng NaN\n"
                                + HISTOGRAM
                                + "d_seconds_bucket{m=\"1\",le=\"0.1\"} 2\nd_seconds_bucket{m=\"1\",le=\"+Inf\"} 5\n"
                                + "d_seconds_count{m=\"1\"} 5\nd_seconds_sum{m=\"1\"} 1.5\n");
        assertEquals(7, read.sum("a_total", "member=1"));
        assertEquals(4, read.sum("a_total", "kind=z"));
        assertEquals(5, read.sum("d_seconds_count"));
        assertThrows(IllegalArgumentException.class, () -> read.sum("a_total", "kind=q"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a 1\n",
                "# TYPE a gauge\na 1",
                "# TYPE a gauge\na one\n",
                "# TYPE a gauge\na{x=\"1\" 1\n",
                "# TYPE a gauge\na{x=1} 1\n",
                "# TYPE a gauge\na{x=\"1\",x=\"1\"} 1\n",
                "# TYPE a gauge\na 1\na 1\n",
                "# TYPE a gauge\nb 1\n",
                "# TYPE a_total counter\na_total -1\n",
                "# TYPE a counter\na 1\n",
                "# TYPE a wrong\na 1\n",
                "# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\na{x=\"2\"} 1\n",
                HISTOGRAM + "d_seconds_bucket{le=\"1\"} 5\nd_seconds_bucket{le=\"+Inf\"} 4\n",
                HISTOGRAM + "d_seconds_bucket{le=\"+Inf\"} 4\nd_seconds_count 5\n",
                HISTOGRAM + "d_seconds_bucket{le=\"1\"} 4\nd_seconds_count 4\n"
            })
    void rejectsMalformedText(String text) {
        assertThrows(IllegalArgumentException.class, () -> Exposition.parse(text));
    }
}
