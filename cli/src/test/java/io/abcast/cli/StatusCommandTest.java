package io.abcast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.client.wire.StatusFields;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests the output of {@code abcast status} for healthy members and for members that report a fault. */
final class StatusCommandTest {
    private String out;
    private String err;

    private int run(String... args) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine line = Main.commandLine(List.of(new StatusCommand()));
        line.setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));
        int code = line.execute(args);
        out = output.toString();
        err = errors.toString();
        return code;
    }

    @ParameterizedTest
    @CsvSource({
        "--servers=nowhere, 'expected host:port'",
        "--servers=:7, 'expected host:port'",
        "--servers=a:70000, 'expected host:port'",
        "--timeout=0, '--timeout: expected more than 0'",
        "--watch=0, '--watch: expected 0.1 to'",
        "--count=2, '--count: expected at least 1, with --watch'"
    })
    void wrongUsageIsOneLine(String option, String message) {
        assertEquals(2, run("status", option));
        assertTrue(err.contains(message), err);
        assertEquals(1, err.lines().count(), err);
    }

    @Test
    void serversThatAreDownOrSilentAreSaidToBe() throws IOException {
        String goneOne;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            goneOne = "127.0.0.1:" + gone.getLocalPort();
        }
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String silentOne = "127.0.0.1:" + silent.getLocalPort();
            String both = silentOne + "," + goneOne;
            assertEquals(1, run("status", "--servers", both, "--timeout", "300ms"));
            assertTrue(
                    out.contains(
                            "server at " + silentOne + " cannot be asked: no answer within 0.3 s"),
                    out);
            assertTrue(
                    out.contains("server at " + goneOne + " cannot be asked: Connection refused"),
                    out);
            assertTrue(out.contains("no server that answers has a leader and a quorum"), out);
            assertEquals(
                    1,
                    run(
                            "status",
                            "--servers",
                            goneOne,
                            "--watch",
                            "0.1",
                            "--count",
                            "2",
                            "--json",
                            "-"));
            List<String> documents = out.lines().toList();
            assertEquals(2, documents.size(), out);
            assertTrue(documents.get(1).contains("\"ok\":false"), out);
            assertTrue(documents.get(1).contains("\"answered\":false"), out);
        }
    }

    private static ServerLook server(int id, String role, int leader, String... more) {
        StatusFields fields =
                new StatusFields()
                        .put("id", id)
                        .put("role", role)
                        .put("active", !role.equals("LOOKING"))
                        .put("reason", role.equals("LOOKING") ? "electing a leader" : "")
                        .put("leader", leader)
                        .put("current_epoch", 4)
                        .put("version", "1.0");
        for (int i = 0; i < more.length; i += 2) fields.put(more[i], more[i + 1]);
        return new ServerLook(InetSocketAddress.createUnresolved("h" + id, 7100 + id), fields, "");
    }

    private static ServerLook leader(int id, int... followers) {
        List<String> told = new ArrayList<>();
        for (int other = 1; other <= 3; other++) {
            if (other == id) continue;
            boolean serves = false;
            for (int follower : followers) serves |= follower == other;
            told.addAll(List.of("follower." + other + ".serving", "" + serves));
            told.addAll(List.of("follower." + other + ".stage", serves ? "SERVING" : "ABSENT"));
            told.addAll(List.of("follower." + other + ".lag_entries", "17"));
        }
        return server(id, "LEADING", id, told.toArray(String[]::new));
    }

    private static List<String> problems(ServerLook... servers) {
        return new ClusterLook(List.of(servers)).problems();
    }

    @Test
    void allIsWellWhenAllServeUnderOneLeaderThatAllFollow() {
        ClusterLook look =
                new ClusterLook(
                        List.of(
                                server(1, "FOLLOWING", 3),
                                server(2, "FOLLOWING", 3),
                                leader(3, 1, 2)));
        assertEquals(List.of(), look.problems());
        String table = new StatusTable(look).toString();
        assertTrue(
                table.contains(
                        "ok: 3 of 3 asked servers serve, leader 3 in epoch 4 is followed by all members"),
                table);
        assertTrue(table.contains("SERVING           17"), table);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertEquals(
                List.of("server 2 does not serve: electing a leader"),
                problems(server(1, "FOLLOWING", 3), server(2, "LOOKING", 0), leader(3, 1, 2)));
        assertEquals(
                List.of("leader 3 is not followed by member 2: ABSENT"),
                problems(server(1, "FOLLOWING", 3), leader(3, 1)));
        assertEquals(
                List.of("servers name different leaders: 2 (by 1), 3 (by 3)"),
                problems(server(1, "FOLLOWING", 2), leader(3, 1, 2)));
        assertEquals(
                List.of(
                        "server 1 does not serve: electing a leader",
                        "no server that answers has a leader and a quorum"),
                problems(server(1, "LOOKING", 0)));
        assertEquals(
                List.of("servers at h1:7101 and h1:7101 both have server id 1"),
                problems(server(1, "LEADING", 1), server(1, "LEADING", 1)));
    }

    @Test
    void aLeaderThatWasNotAskedIsAProblemBecauseOnlyItKnowsItsFollowers() {
        assertEquals(
                List.of(
                        "leader 4 was not asked, and only the leader knows whether all members follow: add its client"
                                + " port to --servers"),
                problems(server(1, "FOLLOWING", 4), server(2, "FOLLOWING", 4)));
    }

    private static ServerLook leaderless(int id, String role) {
        return server(
                id,
                role,
                0,
                "leaderless",
                "true",
                "protocol",
                "EPAXOS",
                "voters",
                "1,2,3",
                "voters_left",
                "2",
                "era",
                "a1",
                "learner",
                "" + role.equals("LEARNING"),
                "commits_fast",
                "71",
                "blocker",
                "2.9");
    }

    @Test
    void withoutALeaderAllIsWellIfAllMembersServe() {
        ClusterLook look =
                new ClusterLook(
                        List.of(
                                leaderless(1, "VOTING"),
                                leaderless(2, "LEARNING"),
                                leaderless(3, "VOTING")));
        assertEquals(List.of(), look.problems());
        String table = new StatusTable(look).toString();
        assertTrue(table.contains("ok: 3 of 3 asked servers serve, each accepts writes"), table);
        assertTrue(
                table.contains(
                        "server 2: voters left: 2 of 3, era a1, learner: it has lost its storage and never votes"),
                table);
        assertTrue(table.contains("instances of server"), table);
        assertTrue(table.contains("71") && table.contains("2.9"), table);
    }

    @Test
    void thePlanOfAForestIsShown() {
        ServerLook withForest =
                server(
                        1,
                        "LEADING",
                        1,
                        "forest_plan_epoch",
                        "3",
                        "forest_plan_number",
                        "14",
                        "forest_rate_offered",
                        "12500000",
                        "forest_bytes_relayed",
                        "3145728");
        String table = new StatusTable(new ClusterLook(List.of(withForest))).toString();
        assertTrue(table.contains("forest of server"), table);
        assertTrue(table.contains("3.14") && table.contains("12.5"), table);
        assertTrue(
                !new StatusTable(new ClusterLook(List.of(leader(1))))
                        .toString()
                        .contains("forest"));
    }

    @Test
    void withoutALeaderEachMemberMustServeAndBeAsked() {
        assertEquals(
                List.of(
                        "server 2 does not serve: electing a leader",
                        "member 3 was not asked, and no other member reports about it: add its client port to"
                                + " --servers"),
                problems(leaderless(1, "VOTING"), leaderless(2, "LOOKING")));
        assertEquals(
                "no server that answers reaches a quorum of voters",
                problems(
                                leaderless(1, "LOOKING"),
                                leaderless(2, "LOOKING"),
                                leaderless(3, "LOOKING"))
                        .get(3));
    }

    @Test
    void refusedRequestsAreToldAndAreNoProblem() {
        ClusterLook look = new ClusterLook(List.of(server(1, "LEADING", 1, "client_busy", "1500")));
        assertEquals(List.of(), look.problems());
        assertTrue(
                new StatusTable(look)
                        .toString()
                        .contains("note: server 1 has refused 1,500 requests (BUSY)"));
    }

    @Test
    void warningsAreToldAndAreNoProblem() {
        ClusterLook look =
                new ClusterLook(
                        List.of(
                                server(
                                        1,
                                        "LEADING",
                                        1,
                                        "warning.1.kind",
                                        "disk_low",
                                        "warning.1.text",
                                        "disk nearly full")));
        assertEquals(List.of(), look.problems());
        assertTrue(
                new StatusTable(look).toString().contains("warning: server 1: disk nearly full"));
    }

    @Test
    void jsonHasNumbersObjectsAndTexts() {
        String json =
                StatusJson.of(
                                new ClusterLook(
                                        List.of(
                                                server(
                                                        1,
                                                        "FOLLOWING",
                                                        3,
                                                        "p",
                                                        "NaN",
                                                        "lambda",
                                                        "12.5",
                                                        "session.3.stage",
                                                        "ACTIVE"))))
                        .toString();
        assertTrue(json.contains("\"id\":1,"), json);
        assertTrue(json.contains("\"active\":true"), json);
        assertTrue(json.contains("\"p\":null"), json);
        assertTrue(json.contains("\"lambda\":12.5"), json);
        assertTrue(json.contains("\"version\":\"1.0\""), json);
        assertTrue(json.contains("\"session\":{\"3\":{\"stage\":\"ACTIVE\"}}"), json);
    }
}
