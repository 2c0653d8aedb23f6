package io.abcast.cli;

import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.report.TextTable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;

/** Formats the status of a cluster ({@link ClusterLook}) as text for people. */
final class StatusTable {
    private static final String UNKNOWN = "-";

    private static final String TO = "to.";

    private final ClusterLook look;

    StatusTable(ClusterLook look) {
        this.look = look;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(servers().toString());
        ServerLook leader = look.leader();
        if (leader != null && !leader.followers().isEmpty())
            text.append(System.lineSeparator()).append(followers(leader));
        if (look.partitioned()) text.append(System.lineSeparator()).append(partitions());
        else if (look.leaderless()) text.append(System.lineSeparator()).append(instances());
        if (look.servers().stream().anyMatch(StatusTable::hasForest))
            text.append(System.lineSeparator()).append(forest());
        String end = System.lineSeparator();
        if (leader != null && !leader.text("voters").isEmpty())
            text.append("voters ")
                    .append(leader.text("voters"))
                    .append(leader.text("observers").isEmpty() ? "" : "; observers ")
                    .append(leader.text("observers"))
                    .append(leader.text("pending_change").isEmpty() ? "" : "; pending change: ")
                    .append(leader.text("pending_change"))
                    .append(end);
        for (ServerLook server : look.servers()) text.append(votersLeft(server, end));
        for (ServerLook server : look.servers())
            for (Map<String, String> warning : server.warnings().values())
                text.append("warning: server ")
                        .append(server.text("id"))
                        .append(": ")
                        .append(warning.getOrDefault("text", ""))
                        .append(end);
        for (ServerLook server : look.servers()) {
            if (server.number("client_busy") > 0)
                text.append(
                                ("note: server %s has refused %,d requests (BUSY) since its start, because too many"
                                                + " requests were in flight")
                                        .formatted(server.text("id"), server.number("client_busy")))
                        .append(end);
        }
        List<String> problems = look.problems();
        for (String problem : problems) text.append("wrong: ").append(problem).append(end);
        if (problems.isEmpty()) text.append(allWell(leader)).append(end);
        return text.toString();
    }

    private TextTable instances() {
        TextTable table =
                new TextTable(
                        "instances of server",
                        "fast",
                        "slow",
                        "recovered",
                        "Nops",
                        "commit ms",
                        "execution ms",
                        "unexecuted",
                        "retained",
                        "undecided",
                        "blocked by",
                        "oldest undecided");
        for (ServerLook s : look.servers())
            if (s.leaderless())
                table.row(
                        value(s, "id"),
                        value(s, "commits_fast"),
                        value(s, "commits_slow"),
                        value(s, "commits_recovered"),
                        value(s, "nops"),
                        number(s, "commit_us", 1e3, "%.2f"),
                        number(s, "execution_us", 1e3, "%.2f"),
                        value(s, "instances_unexecuted"),
                        value(s, "instances_retained"),
                        value(s, "instances_undecided"),
                        value(s, "blocker"),
                        value(s, "oldest_undecided"));
        return table;
    }

    /**
     * Returns one status value of a replica for each other partition, such as {@code B ON, C SHADOW} (states of the
     * links).
     *
     * @param usual the value that the text omits
     */
    private static String each(Map<String, String> values, String field, String usual) {
        StringJoiner all = new StringJoiner(", ");
        values.forEach(
                (name, value) -> {
                    if (!name.startsWith(TO) || !name.endsWith(field) || value.equals(usual))
                        return;
                    all.add(
                            name.substring(TO.length(), name.length() - field.length())
                                    + " "
                                    + value);
                });
        return all.toString();
    }

    private TextTable partitions() {
        TextTable table =
                new TextTable(
                        "partition",
                        "server",
                        "role",
                        "leader",
                        "term",
                        "seq",
                        "singles",
                        "PB",
                        "TO",
                        "pending",
                        "oldest ms",
                        "waits for",
                        "open",
                        "links",
                        "lag ms",
                        "outbox",
                        "busy",
                        "clock ahead ms",
                        "reason");
        TreeSet<String> names = new TreeSet<>();
        for (ServerLook s : look.servers()) names.addAll(s.partitions().keySet());
        for (String name : names)
            for (ServerLook s : look.servers()) {
                Map<String, String> values = s.partitions().get(name);
                if (values == null) continue;
                table.row(
                        name,
                        s.text("id"),
                        values.getOrDefault("role", UNKNOWN)
                                + ("true".equals(values.get("active")) ? "" : "!"),
                        values.getOrDefault("leader", UNKNOWN),
                        values.getOrDefault("term", UNKNOWN),
                        values.getOrDefault("seq", UNKNOWN),
                        values.getOrDefault("singles", UNKNOWN),
                        values.getOrDefault("multis_imposed", UNKNOWN),
                        values.getOrDefault("multis_voted", UNKNOWN),
                        values.getOrDefault("pending", UNKNOWN),
                        values.getOrDefault("oldest_pending_ms", UNKNOWN),
                        values.getOrDefault("waits_for", UNKNOWN),
                        values.getOrDefault("open", UNKNOWN),
                        each(values, ".link", "OFF"),
                        each(values, ".watermark_lag_ms", ""),
                        each(values, ".outbox_items", "0"),
                        values.getOrDefault("busy", UNKNOWN),
                        values.getOrDefault("clock_ahead_ms", UNKNOWN),
                        values.getOrDefault("reason", ""));
            }
        return table;
    }

    private static boolean hasForest(ServerLook server) {
        return !server.text("forest_plan_epoch").isEmpty();
    }

    private TextTable forest() {
        TextTable table =
                new TextTable(
                        "forest of server",
                        "plan",
                        "age ms",
                        "offered Mbit/s",
                        "out",
                        "in",
                        "MiB direct",
                        "to relays",
                        "relayed",
                        "resent",
                        "fetched",
                        "suspended");
        for (ServerLook s : look.servers())
            if (hasForest(s))
                table.row(
                        value(s, "id"),
                        value(s, "forest_plan_epoch") + "." + value(s, "forest_plan_number"),
                        value(s, "forest_plan_age_ms"),
                        number(s, "forest_rate_offered", 1e6, "%.1f"),
                        number(s, "forest_rate_out", 1e6, "%.1f"),
                        number(s, "forest_rate_in", 1e6, "%.1f"),
                        number(s, "forest_bytes_direct", 1 << 20, "%.1f"),
                        number(s, "forest_bytes_to_relays", 1 << 20, "%.1f"),
                        number(s, "forest_bytes_relayed", 1 << 20, "%.1f"),
                        number(s, "forest_bytes_resent", 1 << 20, "%.1f"),
                        number(s, "forest_bytes_fetched", 1 << 20, "%.1f"),
                        value(s, "forest_overlays_suspended"));
        return table;
    }

    private static String votersLeft(ServerLook server, String end) {
        if (server.text("voters_left").isEmpty()) return "";
        String standing = server.text("recovering").equals("true") ? ", recovering" : "";
        if (server.text("learner").equals("true"))
            standing = ", learner: it has lost its storage and never votes";
        return "server %s: voters left: %s of %d, era %s%s%s"
                .formatted(
                        server.text("id"),
                        server.text("voters_left"),
                        server.text("voters").split(",").length,
                        server.text("era"),
                        standing,
                        end);
    }

    private String allWell(ServerLook leader) {
        int serving = (int) look.servers().stream().filter(ServerLook::active).count();
        String what = "ok: " + serving + " of " + look.servers().size() + " asked servers serve";
        if (look.partitioned()) return what + ", each partition has a leader";
        if (leader == null) return what + ", each accepts writes";
        return what
                + ", leader "
                + leader.text("id")
                + " in epoch "
                + leader.text("current_epoch")
                + " is followed by all members";
    }

    private TextTable servers() {
        TextTable table =
                new TextTable(
                        "server",
                        "id",
                        "role",
                        "leader",
                        "epoch",
                        "protocol",
                        "p",
                        "log end",
                        "committed",
                        "delivered",
                        "waiting",
                        "p99 ms",
                        "sync ms last/p50/p99/max",
                        "log MiB",
                        "disk free",
                        "elections",
                        "up",
                        "version");
        for (ServerLook s : look.servers()) {
            if (!s.answered()) {
                String[] cells = new String[18];
                Arrays.fill(cells, UNKNOWN);
                cells[0] = s.name();
                cells[2] = "?";
                table.row(cells);
                continue;
            }
            table.row(
                    s.name(),
                    value(s, "id"),
                    s.active() ? value(s, "role") : value(s, "role") + "!",
                    value(s, "leader"),
                    value(s, "current_epoch"),
                    value(s, "protocol") + mode(s),
                    number(s, "p", 1, "%.2f"),
                    value(s, "last_zxid"),
                    value(s, "committed_zxid"),
                    value(s, "delivered_zxid"),
                    value(s, "unanswered"),
                    number(s, "request_p99_us", 1e3, "%.1f"),
                    syncs(s),
                    number(s, "log_bytes", 1 << 20, "%.1f"),
                    disk(s),
                    value(s, "elections"),
                    up(s),
                    value(s, "version"));
        }
        return table;
    }

    private static String mode(ServerLook s) {
        boolean asZab = s.text("zab_mode").equals("true") && !s.text("protocol").equals("ZAB");
        return asZab ? " as ZAB" : "";
    }

    private static TextTable followers(ServerLook leader) {
        TextTable table =
                new TextTable(
                        "member, as leader " + leader.text("id") + " sees it",
                        "stage",
                        "lag entries",
                        "lag ms",
                        "in flight KiB",
                        "last message ms ago",
                        "session");
        leader.followers()
                .forEach(
                        (id, value) ->
                                table.row(
                                        Integer.toString(id),
                                        value.getOrDefault("stage", UNKNOWN),
                                        known(value.get("lag_entries")),
                                        known(value.get("lag_ms")),
                                        kib(value.get("window_bytes")),
                                        known(value.get("last_message_ms_ago")),
                                        hex(value.get("session"))));
        return table;
    }

    private static String value(ServerLook s, String name) {
        String text = s.text(name);
        return text.isEmpty() ? UNKNOWN : text;
    }

    private static String known(String number) {
        return number == null || number.startsWith("-") ? UNKNOWN : number;
    }

    private static String kib(String bytes) {
        return bytes == null || !bytes.matches("\\d{1,18}")
                ? UNKNOWN
                : Long.toString(Long.parseLong(bytes) >> 10);
    }

    private static String hex(String number) {
        return number == null || number.equals("0") || !number.matches("-?\\d{1,19}")
                ? UNKNOWN
                : Long.toHexString(Long.parseLong(number)).substring(0, 4);
    }

    private static String number(ServerLook s, String name, double unit, String format) {
        String text = s.text(name);
        try {
            double value = Double.parseDouble(text) / unit;
            return Double.isNaN(value) || value < 0
                    ? UNKNOWN
                    : String.format(Locale.ROOT, format, value);
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }

    private static String syncs(ServerLook s) {
        if (s.number("sync_max_us") <= 0) return UNKNOWN;
        return number(s, "sync_last_us", 1e3, "%.1f")
                + "/"
                + number(s, "sync_p50_us", 1e3, "%.1f")
                + "/"
                + number(s, "sync_p99_us", 1e3, "%.1f")
                + "/"
                + number(s, "sync_max_us", 1e3, "%.1f");
    }

    private static String disk(ServerLook s) {
        long free = s.number("disk_free_bytes");
        long total = s.number("disk_total_bytes");
        if (free < 0 || total <= 0) return UNKNOWN;
        return String.format(
                Locale.ROOT, "%.1f GiB %d%%", free / (double) (1 << 30), 100 * free / total);
    }

    private static String up(ServerLook s) {
        long millis = s.number("uptime_ms");
        if (millis < 0) return UNKNOWN;
        Duration up = Duration.ofMillis(millis);
        if (up.toDays() > 0) return up.toDays() + "d" + up.toHoursPart() + "h";
        if (up.toHours() > 0) return up.toHours() + "h" + up.toMinutesPart() + "m";
        return up.toMinutes() > 0
                ? up.toMinutes() + "m" + up.toSecondsPart() + "s"
                : up.toSeconds() + "s";
    }
}
