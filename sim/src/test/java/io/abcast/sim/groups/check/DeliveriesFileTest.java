package io.abcast.sim.groups.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.sim.check.Violation;
import io.abcast.sim.groups.check.DeliveryLine.Crashed;
import io.abcast.sim.groups.check.DeliveryLine.Delivered;
import io.abcast.sim.groups.check.DeliveryLine.Replicas;
import io.abcast.sim.groups.check.DeliveryLine.Submitted;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DeliveriesFileTest {
    private static final String EXAMPLE =
            """
            {"replicas":{"A":[1,2,3],"B":[1]}}
            {"submit":"t1","dest":["A","B"],"t":0.25,"answered":0.0000000000010,"maybe":false}
            {"submit":"t2","dest":["A"],"t":0.0,"answered":null,"maybe":true}
            {"partition":"A","replica":1,"seq":1,"txn":"t1","dest":["A","B"],"clock":[5,4611686018427387903,7],"t":1.5}
            {"crash":["A",1],"t":12.345678901003}
            """;

    private static List<DeliveryLine> example() {
        TreeMap<String, List<Integer>> servers = new TreeMap<>();
        servers.put("A", List.of(1, 2, 3));
        servers.put("B", List.of(1));
        List<String> both = List.of("A", "B");
        return List.of(
                new Replicas(servers),
                new Submitted("t1", both, 0.25, 1e-12, false),
                new Submitted("t2", List.of("A"), 0, Double.NaN, true),
                new Delivered("A", 1, 1, "t1", both, 5, (1L << 62) - 1, 7, 1.5),
                new Crashed("A", 1, 12.345678901003));
    }

    private static String text(List<DeliveryLine> lines) throws IOException {
        StringBuilder out = new StringBuilder();
        DeliveriesFile.write(lines, out);
        return out.toString();
    }

    private static List<DeliveryLine> read(String text) throws IOException {
        return DeliveriesFile.read(new StringReader(text));
    }

    @Test
    void writesTheFourKinds() throws IOException {
        assertEquals(EXAMPLE, text(example()));
    }

    @Test
    void readsWhatItWrites() throws IOException {
        assertEquals(example(), read(EXAMPLE));
    }

    @Test
    void ignoresFurtherFieldsAndSpace() throws IOException {
        String text =
                "\n { \"crash\" : [ \"A\" , 1 ] , \"t\" : 1e1, \"why\":{\"a\":[true,null]}} \n\n";
        assertEquals(List.of(new Crashed("A", 1, 10)), read(text));
    }

    @Test
    void malformedLinesAreNamed() {
        assertMalformed(
                "{\"snapshot\":1}", "line 1: expected \"partition\", \"submit\", \"crash\"");
        assertMalformed("\n[]", "line 2: expected a JSON object");
        assertMalformed("{\"crash\":[\"A\",1]}", "\"t\": expected a number, got null");
        assertMalformed("{\"crash\":[\"A\"],\"t\":1}", "\"crash\": expected 2 values, got 1");
        assertMalformed("{\"crash\":[1,\"A\"],\"t\":1}", "\"crash\": expected a string, got 1");
        assertMalformed("{\"crash\":[\"A\",1.5],\"t\":1}", "line 1: ");
        assertMalformed("{\"crash\":", "line 1: expected a JSON value at column 10");
        assertMalformed(
                "{\"submit\":\"t\",\"dest\":[],\"t\":1,\"answered\":null,\"maybe\":false}",
                "\"answered\": expected a number, got null");
        assertMalformed(
                "{\"submit\":\"t\",\"dest\":{},\"t\":1,\"answered\":null,\"maybe\":true}",
                "\"dest\": expected an array");
    }

    private static void assertMalformed(String text, String message) {
        Exception e = assertThrows(IOException.class, () -> read(text));
        assertTrue(e.getMessage().contains(message), e::getMessage);
    }

    @Test
    void recordsRunInTheOrderOfItsEvents() throws IOException {
        HandMadeHistory made = new HandMadeHistory(2);
        made.submit('a', "AB", 10);
        made.history.submitted('b', 1, 2, new int[] {1});
        made.deliver('A', 1, 'a');
        made.deliver('B', 1, 'a');
        made.answer("a");
        made.crash('B', 2);
        assertEquals(
                """
                {"replicas":{"A":[1,2],"B":[1,2]}}
                {"submit":"a","dest":["A","B"],"t":0.000000010,"answered":0.000000040,"maybe":false}
                {"submit":"b","dest":["B"],"t":0.000000010001,"answered":null,"maybe":true}
                {"partition":"A","replica":1,"seq":1,"txn":"a","dest":["A","B"],"clock":[10,7,97],"t":0.000000020}
                {"partition":"B","replica":1,"seq":1,"txn":"a","dest":["A","B"],"clock":[10,7,97],"t":0.000000030}
                {"crash":["B",2],"t":0.000000050}
                """,
                text(made.recorder.lines()));
        assertEquals(List.of(), violations(made));
    }

    private static List<Violation> violations(HandMadeHistory made) throws IOException {
        return DeliveriesCheck.violations(read(text(made.recorder.lines())), true);
    }

    @Test
    void checkAcceptsRestartsAndSnapshots() throws IOException {
        HandMadeHistory made = new HandMadeHistory(2);
        made.submit('a', "AB", 10);
        made.submit('b', "A", 20);
        made.submit('c', "A", 30);
        for (char txn : "abc".toCharArray()) made.deliver('A', 1, txn);
        made.deliver('A', 2, 'a');
        made.restore('A', 2, 3);
        made.deliver('A', 2, 'c');
        made.crash('A', 1);
        made.start('A', 1, 2);
        made.deliver('A', 1, 'b');
        made.deliver('B', "a");
        made.submit('d', "B", 40);
        made.crash('B', 1);
        assertEquals(List.of(), violations(made));
    }

    @Test
    void checkFindsRepeatedPlaceWithoutCrash() throws IOException {
        HandMadeHistory made = new HandMadeHistory(1);
        made.submit('a', "A", 10);
        made.deliver('A', 1, 'a');
        made.deliver('A', 1, 1, 'a', made.timestamp('a'));
        assertFound("Prefix", "A-1 delivered a at place 1, expected place 2", made);
    }

    @Test
    void checkFindsDifferentOrdersOfReplicas() throws IOException {
        HandMadeHistory made = new HandMadeHistory(1);
        made.submit('a', "A", 10);
        made.submit('b', "A", 10);
        made.deliver('A', 1, 'a');
        made.deliver('A', 2, 'b');
        assertFound(
                "Prefix", "A-2 delivered b at place 1, another replica delivered a there", made);
    }

    @Test
    void checkFindsTransactionDeliveredTwice() throws IOException {
        HandMadeHistory made = new HandMadeHistory(1);
        made.submit('a', "A", 10);
        made.deliver('A', "aa");
        assertFound(
                "Integrity",
                "A-1 delivered a at place 2, the group has delivered it at place 1",
                made);
    }

    @Test
    void checkFindsMissingDelivery() throws IOException {
        HandMadeHistory made = new HandMadeHistory(2);
        made.submit('a', "AB", 10);
        made.deliver('A', "a");
        assertFound("Agreement", "group A delivered a, group B never did", made);
    }

    @Test
    void checkFindsAnswerWithoutDelivery() throws IOException {
        HandMadeHistory made = new HandMadeHistory(1);
        made.submit('a', "A", 10);
        made.answer("a");
        assertFound("Validity", "a is answered, but one of its groups never delivered it", made);
    }

    @Test
    void checkFindsDescendingTimestamps() throws IOException {
        HandMadeHistory made = new HandMadeHistory(2);
        made.submit('a', "AB", 20);
        made.submit('b', "AB", 10);
        made.deliver('A', "ab");
        made.deliver('B', "ab");
        assertFound(
                "TimestampOrder",
                "group A delivered a at place 1 with timestamp 20/7#97, and b at place 2 with"
                        + " 10/7#98",
                made);
    }

    @Test
    void checkFindsCycleOfThreeGroups() throws IOException {
        HandMadeHistory made = new HandMadeHistory(3);
        made.submit('a', "AB", 10);
        made.submit('b', "BC", 10);
        made.submit('c', "AC", 10);
        made.deliver('A', "ac");
        made.deliver('B', "ba");
        made.deliver('C', "cb");
        List<String> names = violations(made).stream().map(Violation::invariant).toList();
        assertEquals(List.of("TimestampOrder", "Acyclic"), names);
    }

    @Test
    void checkFindsViolationOfRealTimeInStrictModeOnly() throws IOException {
        HandMadeHistory made = new HandMadeHistory(2);
        made.submit('a', "AB", 10);
        made.submit('x', "B", 20);
        made.deliver('B', "ax");
        made.answer("x");
        made.submit('s', "A", 30);
        made.deliver('A', "sa");
        assertEquals(
                List.of(), DeliveriesCheck.violations(read(text(made.recorder.lines())), false));
        assertFound(
                "RealTime",
                "the order contradicts real time: group A has s before a; group B has a before x; x"
                        + " was answered before the start of s",
                made);
    }

    @Test
    void eventsWithEqualTimesAreConcurrent() throws IOException {
        String lines =
                """
                {"submit":"b","dest":["A"],"t":2.0,"answered":3.0,"maybe":false}
                {"partition":"A","replica":1,"seq":2,"txn":"a","dest":["A"],"clock":[2,1,2],"t":2.5}
                {"partition":"A","replica":1,"seq":1,"txn":"b","dest":["A"],"clock":[1,1,1],"t":2.4}
                {"submit":"a","dest":["A"],"t":0.0,"answered":%s,"maybe":false}
                """;
        assertEquals(List.of(), DeliveriesCheck.violations(read(lines.formatted("2.0")), true));
        List<Violation> found = DeliveriesCheck.violations(read(lines.formatted("1.9")), true);
        assertEquals("RealTime", found.get(0).invariant());
    }

    @Test
    void checkRefusesTwoSubmissionsOfOneTransaction() {
        Submitted line = new Submitted("t", List.of("A"), 1, 2, false);
        Exception e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> DeliveriesCheck.violations(List.of(line, line), true));
        assertEquals("t has two lines with \"submit\"", e.getMessage());
    }

    private static void assertFound(String checker, String what, HandMadeHistory made)
            throws IOException {
        List<Violation> violations = violations(made);
        assertEquals(1, violations.size(), violations::toString);
        assertEquals(checker, violations.get(0).invariant());
        assertEquals(what, violations.get(0).what());
    }
}
