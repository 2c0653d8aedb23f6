package io.abcast.cast;

import io.abcast.bulk.BulkReport;
import io.abcast.command.JsonText;
import io.abcast.dissemination.cooper.gossip.GossipFigures;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats a {@link BulkReport} as text and as JSON. */
final class BulkResult {
    private BulkResult() {}

    static void print(PrintWriter out, BulkReport report) {
        String files =
                report.files().size() == 1
                        ? report.files().get(0)
                        : report.files().size() + " files";
        if (report.succeeded())
            out.printf(
                    Locale.ROOT,
                    "%s: %d bytes in %.3f s, %.2f MB/s%n",
                    files,
                    report.bytes(),
                    report.seconds(),
                    report.bytes() / 1e6 / Math.max(1e-9, report.seconds()));
        else
            out.printf(
                    Locale.ROOT,
                    "%s: %d bytes, not all files complete; ended after %.3f s%n",
                    files,
                    report.bytes(),
                    report.seconds());
        if (report.succeeded() && report.idealSeconds() > 0)
            out.printf(
                    Locale.ROOT,
                    "%.3f times the ideal time at the link's rate (%.3f s); uplink busy %.0f %%, downlink %.0f %%"
                            + " of the time%n",
                    report.seconds() / report.idealSeconds(),
                    report.idealSeconds(),
                    100 * report.uplinkBusy(),
                    100 * report.downlinkBusy());
        out.printf(
                Locale.ROOT,
                "sent %d bytes, received %d bytes, useful %.1f %%; %.2f CPU seconds%n",
                report.sentBytes(),
                report.receivedBytes(),
                100 * report.receivedUseful(),
                report.cpuSeconds());
        GossipFigures figures = report.figures();
        out.printf(
                "%d batches of %d blocks of %d bytes; blocks sent %d, %d of them plain; received useful %d,"
                        + " redundant %d%n",
                report.batches().count(),
                report.batches().k(),
                report.batches().blockBytes(),
                figures.sent(),
                figures.plain(),
                figures.innovative(),
                figures.redundant());
        out.printf(
                "offers %d: busy %d, useless %d, postponed %d%n",
                figures.offers(), figures.busy(), figures.useless(), figures.later());
        out.println("done: " + names(report.done()));
        for (Map.Entry<Integer, String> failed : report.failed().entrySet())
            out.println("failed: member " + failed.getKey() + ": " + failed.getValue());
        out.flush();
    }

    private static String names(Iterable<Integer> members) {
        StringBuilder names = new StringBuilder();
        for (int member : members) names.append(names.isEmpty() ? "" : ", ").append(member);
        return names.isEmpty() ? "no members" : "members " + names;
    }

    static JsonText json(String command, int id, BulkReport report) {
        JsonText json = new JsonText();
        json.open('{').key("command").value(command).key("id").value(id);
        json.key("source").value(report.source());
        json.key("files").value(report.files().size());
        json.key("bytes").value(report.bytes());
        json.key("seconds").value(report.seconds());
        json.key("rate_bits_per_s").value(report.rateBitsPerSecond());
        json.key("ideal_seconds").value(report.idealSeconds());
        double over =
                report.rateBitsPerSecond() == 0 ? 0 : report.seconds() / report.idealSeconds();
        json.key("over_ideal").value(over);
        json.key("sent_bytes").value(report.sentBytes());
        json.key("received_bytes").value(report.receivedBytes());
        json.key("uplink_busy").value(report.uplinkBusy());
        json.key("downlink_busy").value(report.downlinkBusy());
        json.key("received_useful").value(report.receivedUseful());
        json.key("cpu_seconds").value(report.cpuSeconds());
        json.key("batches").value(report.batches().count());
        json.key("k").value(report.batches().k());
        json.key("block_bytes").value(report.batches().blockBytes());
        GossipFigures figures = report.figures();
        json.key("blocks_sent").value(figures.sent());
        json.key("blocks_plain").value(figures.plain());
        json.key("blocks_innovative").value(figures.innovative());
        json.key("blocks_redundant").value(figures.redundant());
        json.key("blocks_bad").value(figures.bad());
        json.key("offers").value(figures.offers());
        json.key("offers_busy").value(figures.busy());
        json.key("offers_useless").value(figures.useless());
        json.key("offers_put_off").value(figures.later());
        json.key("done")
                .value(
                        report.done().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")));
        json.key("failed").open('[');
        for (Map.Entry<Integer, String> failed : report.failed().entrySet())
            json.open('{')
                    .key("id")
                    .value(failed.getKey())
                    .key("reason")
                    .value(failed.getValue())
                    .close('}');
        json.close(']').key("succeeded").value(report.succeeded());
        return json.key("failure").value(report.failure()).close('}');
    }
}
