package io.abcast.cast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The BitTorrent program rTorrent. The tracker first gives peers only the address of the source, because two peers
 * without pieces would wait for a time-out.
 */
final class Rtorrent implements Torrents.Client {
    @Override
    public String program() {
        return "rtorrent";
    }

    @Override
    public String debianPackage() {
        return "rtorrent";
    }

    @Override
    public List<String> trackerOptions() {
        return List.of("seeds-first");
    }

    @Override
    public List<String> command(
            CastSite site, Path torrent, Path directory, Path done, boolean seeds)
            throws IOException {
        Path settings = directory.resolve("rtorrent.rc");
        Files.writeString(
                settings,
                String.join(
                        "\n",
                        "system.daemon.set = true",
                        "directory.default.set = \"" + directory + "\"",
                        "network.port_range.set = " + Torrents.PORT + "-" + Torrents.PORT,
                        "network.port_random.set = no",
                        "dht.mode.set = disable",
                        "protocol.pex.set = yes",
                        "trackers.use_udp.set = no",
                        "pieces.hash.on_completion.set = no",
                        "throttle.min_peers.normal.set = 100",
                        "throttle.max_peers.normal.set = 200",
                        "throttle.min_peers.seed.set = 100",
                        "throttle.max_peers.seed.set = 200",
                        "throttle.max_uploads.set = 100",
                        "throttle.max_uploads.global.set = 0",
                        "throttle.max_downloads.global.set = 0",
                        "method.set_key = event.download.finished, done, \"execute2={touch,"
                                + done
                                + "}\"",
                        "schedule2 = again, 3, 5, \"d.multicall2=default,d.tracker_announce.force=\"",
                        "load.start = \"" + torrent + "\"",
                        ""));
        return List.of(program(), "-n", "-o", "import=" + settings);
    }
}
