package io.abcast.cast.lab;

import io.abcast.lab.CannotException;
import io.abcast.lab.HostProcess;
import io.abcast.lab.LabSpec;
import io.abcast.lab.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Distributes the file by a binomial tree of rsync runs (pushes), each from one host to another host. Each host that
 * has the file pushes it to a host that lacks it, until all hosts have the file. A coordinator outside the hosts needs
 * no messages and no time on the hosts, which is an advantage for rsync.
 */
final class RsyncTree implements CastContestant {
    private static final String RSYNC = "rsync";
    private static final int PORT = 8730;

    private static final int TIMEOUT_SECONDS = 5;

    @Override
    public void check() throws CannotException {
        Tools.need("rsync", RSYNC);
    }

    @Override
    public CastSession open(CastSite site) {
        return new Session(site);
    }

    private record Push(int to, HostProcess process) {}

    private static final class Session implements CastSession {
        private final CastSite site;
        private final List<Integer> have = new ArrayList<>();
        private final List<Integer> want = new ArrayList<>();
        private final Map<Integer, Push> pushes = new HashMap<>();
        private final Set<Integer> lost = new HashSet<>();

        Session(CastSite site) {
            this.site = site;
        }

        @Override
        public void prepare() throws IOException, InterruptedException {
            for (int host : site.earlyReceivers()) {
                HostProcess daemon = serve(host);
                site.awaitListening(daemon, host, PORT);
            }
        }

        private HostProcess serve(int host) throws IOException {
            Path settings = site.directory(host).resolve("rsyncd.conf");
            Files.writeString(
                    settings,
                    String.join(
                            "\n",
                            "use chroot = no",
                            "uid = root",
                            "gid = root",
                            "pid file = " + site.directory(host).resolve("rsyncd.pid"),
                            "log file = /dev/null",
                            "[cast]",
                            "path = " + site.directory(host),
                            "read only = no",
                            ""));
            return site.lab()
                    .start(
                            host,
                            "rsyncd",
                            List.of(
                                    RSYNC,
                                    "--daemon",
                                    "--no-detach",
                                    "--port=" + PORT,
                                    "--config=" + settings));
        }

        @Override
        public void go() throws IOException {
            have.add(0);
            want.addAll(site.earlyReceivers());
            tick();
        }

        @Override
        public void join(int host) throws IOException {
            serve(host);
            want.add(host);
        }

        @Override
        public void lost(int host) {
            lost.add(host);
            have.remove((Integer) host);
            want.remove((Integer) host);
            Push gone = pushes.remove(host);
            if (gone != null && !lost.contains(gone.to)) want.add(gone.to);
        }

        @Override
        public void tick() throws IOException {
            for (Iterator<Push> each = pushes.values().iterator(); each.hasNext(); ) {
                Push push = each.next();
                if (!push.process.exited()) continue;
                each.remove();
                if (push.process.exitCode() == 0) have.add(push.to);
                else if (!lost.contains(push.to)) want.add(push.to);
            }
            for (int host : have) {
                if (want.isEmpty()) return;
                if (!pushes.containsKey(host)) push(host, want.remove(0));
            }
        }

        private void push(int from, int to) throws IOException {
            pushes.put(
                    from,
                    new Push(
                            to,
                            site.lab()
                                    .start(
                                            from,
                                            RSYNC,
                                            List.of(
                                                    RSYNC,
                                                    "--whole-file",
                                                    "--inplace",
                                                    "--timeout=" + TIMEOUT_SECONDS,
                                                    "--contimeout=" + TIMEOUT_SECONDS,
                                                    site.file(from).toString(),
                                                    "rsync://"
                                                            + LabSpec.address(to)
                                                            + ":"
                                                            + PORT
                                                            + "/cast/"))));
        }

        @Override
        public boolean complete(int host) {
            return have.contains(host);
        }
    }
}
