package io.abcast.cast.lab;

import io.abcast.lab.CannotException;
import io.abcast.lab.HostProcess;
import io.abcast.lab.Tools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs the program udpcast as a compared system: one sender multicasts to all receivers, and the switch copies the
 * packets. Receivers cannot join late, so the source starts a second transfer for late receivers after the first one.
 */
final class Udpcast implements CastContestant {
    private static final String SENDER = "udp-sender";
    private static final String RECEIVER = "udp-receiver";
    private static final int PORT = 9000;

    @Override
    public void check() throws CannotException {
        Tools.need("udpcast", SENDER, RECEIVER);
    }

    @Override
    public CastSession open(CastSite site) {
        return new Session(site);
    }

    private static final class Session implements CastSession {
        private final CastSite site;
        private final HostProcess[] receivers;
        private final Set<Integer> done = new HashSet<>();
        private final List<Integer> waiting = new ArrayList<>();
        private HostProcess sender;

        Session(CastSite site) {
            this.site = site;
            receivers = new HostProcess[site.hosts()];
        }

        @Override
        public void prepare() throws IOException, InterruptedException {
            for (int host : site.earlyReceivers()) receive(host);
            for (int host : site.earlyReceivers()) {
                HostProcess process = receivers[host];
                CastSite.await(
                        RECEIVER + " on host " + host,
                        () -> process.exited() || says(process, "UDP receiver"));
                process.expectRunning();
            }
        }

        private static boolean says(HostProcess process, String what) {
            try {
                return process.text().contains(what);
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public void go() throws IOException {
            send(site.earlyReceivers().size());
        }

        @Override
        public void join(int host) throws IOException {
            receive(host);
            waiting.add(host);
        }

        private void receive(int host) throws IOException {
            receivers[host] =
                    site.lab()
                            .start(
                                    host,
                                    RECEIVER,
                                    List.of(
                                            RECEIVER,
                                            "--interface",
                                            "eth0",
                                            "--portbase",
                                            Integer.toString(PORT),
                                            "--nokbd",
                                            "--nosync",
                                            "--file",
                                            site.file(host).toString()));
        }

        private void send(int count) throws IOException {
            sender =
                    site.lab()
                            .start(
                                    0,
                                    SENDER,
                                    List.of(
                                            SENDER,
                                            "--interface",
                                            "eth0",
                                            "--portbase",
                                            Integer.toString(PORT),
                                            "--nokbd",
                                            "--full-duplex",
                                            "--min-receivers",
                                            Integer.toString(count),
                                            "--file",
                                            site.file(0).toString()));
        }

        @Override
        public void tick() throws IOException {
            if (!sender.exited()) return;
            if (sender.exitCode() != 0) throw new IOException(sender.failure());
            if (waiting.isEmpty()) return;
            int count = waiting.size();
            waiting.clear();
            send(count);
        }

        @Override
        public boolean complete(int host) throws IOException {
            if (done.contains(host)) return true;
            HostProcess process = receivers[host];
            if (process == null || !process.exited()) return false;
            if (process.exitCode() != 0) throw new IOException(process.failure());
            return done.add(host);
        }
    }
}
