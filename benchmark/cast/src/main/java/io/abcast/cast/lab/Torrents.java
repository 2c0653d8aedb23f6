package io.abcast.cast.lab;

import io.abcast.lab.CannotException;
import io.abcast.lab.HostProcess;
import io.abcast.lab.LabSpec;
import io.abcast.lab.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs BitTorrent as a compared system, with a tracker on the switch of the lab. The start of the seeding source does
 * not count as measured time, which is an advantage for BitTorrent.
 */
final class Torrents implements CastContestant {
    static final int PORT = 6881;

    interface Client {
        String program();

        String debianPackage();

        default List<String> trackerOptions() {
            return List.of();
        }

        List<String> command(CastSite site, Path torrent, Path directory, Path done, boolean seeds)
                throws IOException;
    }

    private final Client client;

    Torrents(Client client) {
        this.client = client;
    }

    @Override
    public void check() throws CannotException {
        Tools.need(client.debianPackage(), client.program());
    }

    @Override
    public CastSession open(CastSite site) {
        return new Session(site);
    }

    private final class Session implements CastSession {
        private final CastSite site;
        private final Path torrent;
        private final HostProcess[] processes;

        Session(CastSite site) {
            this.site = site;
            torrent = site.directory().resolve("data.torrent");
            processes = new HostProcess[site.hosts()];
        }

        @Override
        public void prepare() throws IOException, InterruptedException {
            String address = LabSpec.switchAddress();
            Files.write(
                    torrent,
                    Torrent.of(
                            site.file(0), "http://" + address + ":" + Tracker.PORT + "/announce"));
            List<String> options = new ArrayList<>(List.of(address));
            options.addAll(client.trackerOptions());
            HostProcess tracker =
                    site.lab()
                            .startBeside(
                                    "tracker",
                                    CastSite.helper(
                                            16, Tracker.class, options.toArray(String[]::new)));
            site.awaitListening(tracker, site.hosts(), Tracker.PORT);
            start(0);
            site.awaitListening(processes[0], 0, PORT);
        }

        @Override
        public void go() throws IOException {
            for (int host : site.earlyReceivers()) start(host);
        }

        @Override
        public void join(int host) throws IOException {
            start(host);
        }

        private void start(int host) throws IOException {
            processes[host] =
                    site.lab()
                            .start(
                                    host,
                                    client.program(),
                                    client.command(
                                            site,
                                            torrent,
                                            site.directory(host),
                                            done(host),
                                            host == 0));
        }

        private Path done(int host) {
            return site.directory(host).resolve("done");
        }

        @Override
        public boolean complete(int host) throws IOException {
            if (Files.exists(done(host))) return true;
            if (processes[host] != null) processes[host].expectRunning();
            return false;
        }
    }
}
