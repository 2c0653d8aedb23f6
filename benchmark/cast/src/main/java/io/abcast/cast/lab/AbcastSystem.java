package io.abcast.cast.lab;

import io.abcast.cast.CastMain;
import io.abcast.command.process.JvmCommand;
import io.abcast.lab.CannotException;
import io.abcast.lab.HostProcess;
import io.abcast.lab.LabSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs abcast in the comparison, with {@code abcast cast} on the source and {@code abcast receive} on the other hosts.
 * The receivers listen before the measured time starts; the start of the source's JVM and the reading of the file
 * count.
 */
final class AbcastSystem implements CastContestant {
    private static final int PORT = 7800;
    private static final int HEAP_MEGABYTES = 384;

    /** Flags that the launcher gives {@code cast} and {@code receive}, one per line; absent without the launcher. */
    private static final String LAUNCHER_FLAGS = "abcast.cast.flags";

    /**
     * A large young generation of the heap means long garbage collections, because blocks of a file stay in use for
     * seconds. The links would run empty during a long collection, because all hosts share this machine.
     */
    private static final String YOUNG = "-Xmn32m";

    private final List<String> options;

    AbcastSystem(List<String> options) {
        this.options = List.copyOf(options);
    }

    @Override
    public void check() throws CannotException {}

    @Override
    public CastSession open(CastSite site) {
        return new Session(site);
    }

    private final class Session implements CastSession {
        private final CastSite site;
        private final HostProcess[] nodes;

        Session(CastSite site) {
            this.site = site;
            nodes = new HostProcess[site.hosts()];
        }

        @Override
        public void prepare() throws IOException, InterruptedException {
            for (int host : site.earlyReceivers()) receive(host);
            for (int host : site.earlyReceivers()) site.awaitListening(nodes[host], host, PORT);
        }

        @Override
        public void go() throws IOException {
            start(0, "cast", site.file(0).toString());
        }

        @Override
        public void join(int host) throws IOException {
            receive(host);
        }

        private void receive(int host) throws IOException {
            start(host, "receive", site.directory(host).toString());
        }

        private void start(int host, String command, String path) throws IOException {
            List<String> arguments = new ArrayList<>(List.of(command, path));
            arguments.add("--members");
            arguments.add(
                    IntStream.range(0, site.hosts())
                            .mapToObj(other -> LabSpec.address(other) + ":" + PORT)
                            .collect(Collectors.joining(",")));
            arguments.add("--id");
            arguments.add(Integer.toString(host + 1));
            arguments.add("--rate");
            arguments.add(site.rateBits() + "bit");
            arguments.addAll(options);
            nodes[host] = site.lab().start(host, "abcast", abcast(arguments));
        }

        /** True when the received file has its final name, which abcast gives it after a check of its bytes. */
        @Override
        public boolean complete(int host) throws IOException {
            if (Files.exists(site.file(host))) return true;
            if (nodes[host] != null) nodes[host].expectRunning();
            return false;
        }
    }

    private static List<String> abcast(List<String> arguments) {
        List<String> flags =
                new ArrayList<>(System.getProperty(LAUNCHER_FLAGS, "").lines().toList());
        flags.add(YOUNG);
        return JvmCommand.small(
                HEAP_MEGABYTES, flags, CastMain.class.getName(), arguments.toArray(String[]::new));
    }
}
