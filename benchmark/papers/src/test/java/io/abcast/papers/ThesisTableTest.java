package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.ThesisTable.Cell;
import io.abcast.papers.ThesisTable.RowsAre;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class ThesisTableTest {
    @TestFactory
    Stream<DynamicTest> everyTableIsCompleteAndHasItsExperiments() {
        return ThesisItem.ALL.stream()
                .filter(item -> !item.id().equals("absolute"))
                .map(item -> DynamicTest.dynamicTest(item.id(), () -> complete(item)));
    }

    private static void complete(ThesisItem item) {
        ThesisTable table = ThesisTable.load(item.id());
        boolean clients = table.rowsAre() == RowsAre.clients;
        int half = clients ? 5 : 10;
        assertEquals(2 * half, table.rows().size());
        for (int i = 0; i < 2 * half; i++) {
            ThesisTable.Row row = table.rows().get(i);
            assertEquals((clients ? 250 : 10) * (i % half + 1), row.value());
            assertEquals(table.servers().size(), row.cells().size());
            for (Cell cell : row.cells()) assertTrue(cell.text().matches("-?[0-9.]+|X"));
            assertEquals(
                    clients ? 100 : row.value(), item.experiment(table, row, 3).writePercent());
        }
    }

    @Test
    void cellsAreWhereTheThesisHasThem() {
        assertEquals(-3, cell("5.1", 10, 0));
        assertEquals(0.952, cell("5.2", 0, 3));
        assertEquals(494, cell("5.5", 7, 1));
        assertEquals(9, cell("D.3", 19, 3));
        assertEquals(0.036, cell("E.14", 19, 3));
        assertEquals(Cell.of("X"), ThesisTable.load("5.5").rows().get(2).cells().get(3));
        assertTrue(Double.isNaN(cell("5.5", 2, 3)));
    }

    private static double cell(String table, int row, int column) {
        return ThesisTable.load(table).rows().get(row).cells().get(column).value();
    }

    @Test
    void lineThatDoesNotFitIsNamed() {
        for (String line :
                List.of("a,latency ms,250,1", "a,speed,250,1,2", "a,latency ms,250,1,fast")) {
            IllegalArgumentException e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> parse("# t\npart,measure,clients,3,5\n" + line + "\n"));
            assertTrue(e.getMessage().contains("\"" + line + "\""), e.getMessage());
        }
    }

    private static ThesisTable parse(String text) throws IOException {
        return ThesisTable.parse("t", new BufferedReader(new StringReader(text)));
    }
}
