package io.abcast.cast.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Runs the BitTorrent program aria2 with settings for speed: aria2 connects to all peers, and the source does not check
 * its own file.
 */
final class Aria2 implements Torrents.Client {
    @Override
    public String program() {
        return "aria2c";
    }

    @Override
    public String debianPackage() {
        return "aria2";
    }

    @Override
    public List<String> command(
            CastSite site, Path torrent, Path directory, Path done, boolean seeds)
            throws IOException {
        Path hook = directory.resolve("complete.sh");
        Files.writeString(hook, "#!/bin/sh\n: >'" + done + "'\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        return List.of(
                program(),
                "--no-conf=true",
                "--dir=" + directory,
                "--listen-port=" + Torrents.PORT,
                "--disable-ipv6=true",
                "--enable-dht=false",
                "--enable-dht6=false",
                "--bt-enable-lpd=false",
                "--enable-peer-exchange=true",
                "--bt-max-peers=0",
                "--bt-request-peer-speed-limit=" + site.rateBits() / 8,
                "--bt-seed-unverified=" + seeds,
                "--seed-ratio=0.0",
                "--file-allocation=none",
                "--summary-interval=0",
                "--show-console-readout=false",
                "--console-log-level=notice",
                "--on-bt-download-complete=" + hook,
                torrent.toString());
    }
}
