package io.abcast.cast.lab;

import io.abcast.lab.HostProcess;
import io.abcast.lab.LabSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A pipelined chain of TCP connections, in which each host receives from the next lower number and sends to the next
 * higher number. Each host runs a {@link ChainNode}.
 */
final class Chain implements CastContestant {
    private static final int PORT = 8740;
    private static final int HEAP_MEGABYTES = 24;

    @Override
    public void check() {}

    @Override
    public CastSession open(CastSite site) {
        return new Session(site);
    }

    static final class Session implements CastSession {
        private final CastSite site;
        private final HostProcess[] nodes;

        Session(CastSite site) {
            this.site = site;
            nodes = new HostProcess[site.hosts()];
        }

        /** Starts the nodes one after the other, so that each node finds its predecessor listening. */
        @Override
        public void prepare() throws IOException, InterruptedException {
            for (int host : site.early()) {
                if (host > 0) start(host);
                if (host > 0) site.awaitListening(nodes[host], host, PORT);
            }
        }

        @Override
        public void go() throws IOException {
            start(0);
        }

        @Override
        public void join(int host) throws IOException {
            start(host);
        }

        private void start(int host) throws IOException {
            List<String> arguments = new ArrayList<>();
            arguments.add(Integer.toString(PORT));
            arguments.add(Long.toString(site.size()));
            arguments.add(site.file(host).toString());
            arguments.add(done(host).toString());
            for (int before = host - 1; before >= 0; before--)
                arguments.add(LabSpec.address(before));
            nodes[host] =
                    site.lab()
                            .start(
                                    host,
                                    "chain",
                                    CastSite.helper(
                                            HEAP_MEGABYTES,
                                            ChainNode.class,
                                            arguments.toArray(String[]::new)));
        }

        /** Time in ns from the file's first byte to its last byte, at a host that has the whole file. */
        long nanos(int host) throws IOException {
            return Long.parseLong(Files.readString(done(host)));
        }

        private Path done(int host) {
            return site.directory(host).resolve("done");
        }

        @Override
        public boolean complete(int host) throws IOException {
            if (Files.exists(done(host))) return true;
            if (nodes[host] != null) nodes[host].expectRunning();
            return false;
        }
    }
}
