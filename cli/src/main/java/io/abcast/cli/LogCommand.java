package io.abcast.cli;

import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.kernel.Entry;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import io.abcast.log.LogInspector;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code abcast log}: inspects and repairs the data directory of a member that does not run. */
@Command(
        name = "log",
        description = "Inspect a member's data directory, and cut a damaged log.",
        synopsisSubcommandLabel = "verify|dump|repair",
        subcommands = {LogCommand.Verify.class, LogCommand.Dump.class, LogCommand.Repair.class})
final class LogCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected verify, dump or repair");
    }

    abstract static class OnDirectory implements Callable<Integer> {
        @Spec CommandSpec spec;

        @Parameters(paramLabel = "DIR", description = "Data directory of the member.")
        Path dir;

        @Mixin JsonOption json;

        @Override
        public final Integer call() {
            try {
                return run(spec.commandLine().getOut());
            } catch (IOException e) {
                throw new CommandFailedException(String.valueOf(e.getMessage()), e);
            } finally {
                spec.commandLine().getOut().flush();
            }
        }

        abstract int run(PrintWriter out) throws IOException;

        final Consumer<String> progress() {
            PrintWriter err = spec.commandLine().getErr();
            long[] said = {System.nanoTime()};
            int[] read = {0};
            return file -> {
                read[0]++;
                if (System.nanoTime() - said[0] < QUIET_NANOS) return;
                said[0] = System.nanoTime();
                err.println("reading " + file + ", file " + read[0]);
                err.flush();
            };
        }
    }

    private static final long QUIET_NANOS = 2_000_000_000;

    @Command(
            name = "verify",
            description =
                    "Check all files, and report whether a member would start from them. Changes nothing.")
    static final class Verify extends OnDirectory {
        @Override
        int run(PrintWriter out) throws IOException {
            LogInspector.Report report = LogInspector.verify(dir, progress());
            if (json.printsText()) print(report, out);
            json.write(out, toJson(report));
            return report.damaged() ? 1 : 0;
        }

        private static void print(LogInspector.Report report, PrintWriter out) {
            out.println(report.dir() + ": " + report.owner());
            for (LogInspector.Segment s : report.segments()) {
                out.printf(
                        "  %s  %d entries%s  %s..%s  %d of %d bytes%s%n",
                        s.file(),
                        s.entries(),
                        s.votes() == 0 ? "" : ", " + s.votes() + " votes",
                        Zxid.toString(s.firstZxid()),
                        Zxid.toString(s.lastZxid()),
                        s.end(),
                        s.fileBytes(),
                        s.problem() == null ? "" : "  bad from offset " + s.badOffset());
            }
            for (LogInspector.Snapshot s : report.snapshots()) {
                String state = s.problem() == null ? "good" : s.problem();
                out.printf(
                        "  %s  through %s  %d bytes  %s%n",
                        s.file(), Zxid.toString(s.zxid()), s.bytes(), state);
            }
            report.notes().forEach(note -> out.println("note: " + note));
            report.problems().forEach(problem -> out.println("damaged: " + problem));
            out.println(
                    report.damaged()
                            ? "A member would not start from this directory."
                            : "A member would start from this directory.");
        }

        private static JsonText toJson(LogInspector.Report report) {
            JsonText j = new JsonText();
            j.open('{')
                    .key("command")
                    .value("log verify")
                    .key("dir")
                    .value(report.dir().toString());
            j.key("owner").value(report.owner()).key("damaged").value(report.damaged());
            j.key("segments").open('[');
            for (LogInspector.Segment s : report.segments()) {
                j.open('{').key("file").value(s.file());
                j.key("first")
                        .value(Zxid.toString(s.firstZxid()))
                        .key("last")
                        .value(Zxid.toString(s.lastZxid()));
                j.key("entries").value(s.entries()).key("votes").value(s.votes());
                j.key("sync_marks").value(s.marks());
                j.key("end_offset").value(s.end()).key("file_bytes").value(s.fileBytes());
                j.key("bad_offset").value(s.badOffset() < 0 ? null : s.badOffset());
                j.key("problem").value(s.problem()).close('}');
            }
            j.close(']').key("snapshots").open('[');
            for (LogInspector.Snapshot s : report.snapshots()) {
                j.open('{')
                        .key("file")
                        .value(s.file())
                        .key("through")
                        .value(Zxid.toString(s.zxid()));
                j.key("bytes").value(s.bytes()).key("problem").value(s.problem()).close('}');
            }
            j.close(']').key("problems").values(report.problems());
            return j.key("notes").values(report.notes()).close('}');
        }
    }

    @Command(
            name = "dump",
            description = "Print the log's entries and votes in order. Changes nothing.")
    static final class Dump extends OnDirectory {
        enum Payload {
            NONE,
            HEX,
            TEXT
        }

        @Option(
                names = "--payload",
                defaultValue = "none",
                description =
                        "Format of printed payloads: none, hex or text (UTF-8, control characters as dots). Default:"
                                + " none.")
        Payload payload;

        private JsonOption.Lines rows;

        @Override
        int run(PrintWriter out) throws IOException {
            if (json.printsText())
                out.println(
                        "zxid origin request bytes" + (payload == Payload.NONE ? "" : " payload"));
            String problem;
            try (JsonOption.Lines lines = json.lines(out)) {
                rows = lines;
                problem = dump(out);
            }
            if (problem == null) return 0;
            throw new CommandFailedException("the log is intact only up to here: " + problem);
        }

        private String dump(PrintWriter out) throws IOException {
            return LogInspector.dump(
                    dir,
                    new LogInspector.Content() {
                        @Override
                        public void entry(Entry entry) {
                            if (json.printsText()) print(entry, out);
                            if (json.wanted()) rows.add(toJson(entry));
                        }

                        @Override
                        public void vote(VoteRecord vote, long openFrom) {
                            if (json.printsText())
                                out.println(
                                        "vote slot "
                                                + vote.slot()
                                                + ", open from "
                                                + openFrom
                                                + ", "
                                                + vote.bytes().length
                                                + " bytes");
                            if (json.wanted()) rows.add(toJson(vote, openFrom));
                        }
                    });
        }

        private static JsonText toJson(VoteRecord vote, long openFrom) {
            JsonText j = new JsonText().open('{').key("vote_slot").value(vote.slot());
            return j.key("open_from")
                    .value(openFrom)
                    .key("bytes")
                    .value(vote.bytes().length)
                    .close('}');
        }

        private void print(Entry entry, PrintWriter out) {
            out.print(
                    Zxid.toString(entry.zxid())
                            + " "
                            + entry.origin()
                            + " "
                            + Long.toHexString(entry.request())
                            + " "
                            + entry.payload().length);
            out.println(payload == Payload.NONE ? "" : " " + content(entry));
        }

        private JsonText toJson(Entry entry) {
            JsonText j = new JsonText().open('{').key("zxid").value(Zxid.toString(entry.zxid()));
            j.key("origin")
                    .value(entry.origin())
                    .key("request")
                    .value(Long.toHexString(entry.request()));
            j.key("bytes").value(entry.payload().length);
            if (payload != Payload.NONE) j.key("payload").value(content(entry));
            return j.close('}');
        }

        private String content(Entry entry) {
            if (payload == Payload.HEX) return HexFormat.of().formatHex(entry.payload());
            return new String(entry.payload(), StandardCharsets.UTF_8)
                    .replaceAll("\\p{Cntrl}", ".");
        }
    }

    @Command(
            name = "repair",
            description = {
                "Cut the log where it is damaged, and save the cut part in a separate file.",
                "The member loses the entries after the cut, although it may have acknowledged them. So after its next"
                        + " start it does not vote until a leader has synchronised it."
            })
    static final class Repair extends OnDirectory {
        @Option(
                names = "--yes",
                description = "Cut the log. Without this option, only print what would be done.")
        boolean yes;

        @Override
        int run(PrintWriter out) throws IOException {
            LogInspector.Repair repair = LogInspector.repair(dir, yes, progress());
            if (json.printsText()) print(repair, out);
            JsonText j =
                    new JsonText()
                            .open('{')
                            .key("command")
                            .value("log repair")
                            .key("done")
                            .value(yes);
            j.key("file")
                    .value(repair.file())
                    .key("offset")
                    .value(repair.offset())
                    .key("problem")
                    .value(repair.what());
            j.key("last")
                    .value(Zxid.toString(repair.lastZxid()))
                    .key("entries_cut")
                    .value(repair.entries());
            j.key("unfinished_write").value(repair.torn());
            j.key("saved").values(repair.saved());
            json.write(out, j.key("problems").values(repair.others()).close('}'));
            if (!repair.others().isEmpty()) return 1;
            return repair.file() == null || yes ? 0 : 1;
        }

        private void print(LogInspector.Repair repair, PrintWriter out) {
            if (repair.file() == null) {
                out.println(
                        "The log is intact up to "
                                + Zxid.toString(repair.lastZxid())
                                + "; nothing to cut.");
                repair.others().forEach(problem -> out.println("damaged: " + problem));
                if (!repair.others().isEmpty())
                    out.println(
                            "Cutting the log does not repair this damage: a member would not start. If a quorum of the"
                                    + " other members runs, empty the directory and start the member; the other"
                                    + " members synchronise it.");
                return;
            }
            out.println(
                    dir.resolve(repair.file())
                            + " at offset "
                            + repair.offset()
                            + ": "
                            + repair.what());
            out.printf(
                    "%s everything after %s: %d readable entries and all unreadable bytes.%n",
                    yes ? "Cut" : "Would cut", Zxid.toString(repair.lastZxid()), repair.entries());
            out.println((yes ? "Saved as " : "Would save as ") + String.join(", ", repair.saved()));
            if (repair.torn())
                out.println(
                        "The cut part is an unfinished write, which was never acknowledged: a start cuts it as well.");
            else
                out.println(
                        "This member loses these entries, although it may have acknowledged them. So after its next"
                                + " start it does not vote until a leader has synchronised it: a majority of the"
                                + " ensemble must be intact without this member.");
            if (!yes) out.println("Nothing was changed. Add --yes to cut the log.");
        }
    }
}
