package io.abcast.cli;

import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.report.TextTable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A {@link ClusterLook} for people. */
final class StatusTable {
    private static final String UNKNOWN = "-";

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
                                "note: server %s has refused %,d requests (BUSY) since its start: more was sent than it had places for"
                                        .formatted(server.text("id"), server.number("client_busy")))
                        .append(end);
        }
        List<String> problems = look.problems();
        for (String problem : problems) text.append("wrong: ").append(problem).append(end);
        if (problems.isEmpty()) text.append(allWell(leader)).append(end);
        return text.toString();
    }

    /** One line of a server that orders by consensus; otherwise empty. */
    private static String votersLeft(ServerLook server, String end) {
        if (server.text("voters_left").isEmpty()) return "";
        return "server %s: voters left: %s of %d, era %s%s%s"
                .formatted(
                        server.text("id"),
                        server.text("voters_left"),
                        server.text("voters").split(",").length,
                        server.text("era"),
                        server.text("recovering").equals("true") ? ", recovering" : "",
                        end);
    }

    private String allWell(ServerLook leader) {
        int serving = (int) look.servers().stream().filter(ServerLook::active).count();
        String what = "ok: " + serving + " of " + look.servers().size() + " servers asked serve";
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
                    told(s, "id"),
                    s.active() ? told(s, "role") : told(s, "role") + "!",
                    told(s, "leader"),
                    told(s, "current_epoch"),
                    told(s, "protocol") + mode(s),
                    number(s, "p", 1, "%.2f"),
                    told(s, "last_zxid"),
                    told(s, "committed_zxid"),
                    told(s, "delivered_zxid"),
                    told(s, "unanswered"),
                    number(s, "request_p99_us", 1e3, "%.1f"),
                    syncs(s),
                    number(s, "log_bytes", 1 << 20, "%.1f"),
                    disk(s),
                    told(s, "elections"),
                    up(s),
                    told(s, "version"));
        }
        return table;
    }

    /** A variant that runs as Zab at present. */
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
                        "under way KiB",
                        "heard ms ago",
                        "session");
        leader.followers()
                .forEach(
                        (id, told) ->
                                table.row(
                                        Integer.toString(id),
                                        told.getOrDefault("stage", UNKNOWN),
                                        known(told.get("lag_entries")),
                                        known(told.get("lag_ms")),
                                        kib(told.get("window_bytes")),
                                        known(told.get("heard_ms_ago")),
                                        hex(told.get("session"))));
        return table;
    }

    private static String told(ServerLook s, String name) {
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
