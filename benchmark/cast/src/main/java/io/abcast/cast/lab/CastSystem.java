package io.abcast.cast.lab;

import java.util.Arrays;
import java.util.List;

/** The systems that {@code compare-cast} can compare. */
public enum CastSystem {
    OURS("ours"),
    ARIA2("aria2"),
    RTORRENT("rtorrent"),
    CHAIN("chain"),
    UDPCAST("udpcast"),
    RSYNC("rsync"),
    RANDOM_BLOCK("random-block");

    private final String text;

    CastSystem(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    CastContestant contestant() {
        return switch (this) {
            case OURS -> new AbcastSystem(List.of("--quiet", "--join", "1"));
            case ARIA2 -> new Torrents(new Aria2());
            case RTORRENT -> new Torrents(new Rtorrent());
            case CHAIN -> new Chain();
            case UDPCAST -> new Udpcast();
            case RSYNC -> new RsyncTree();
            case RANDOM_BLOCK ->
                    new AbcastSystem(List.of("--quiet", "--join", "1", "--random-blocks"));
        };
    }

    /** The names of all systems that {@code compare-cast} can compare, in the order of its table. */
    public static List<String> names() {
        return Arrays.stream(values()).map(CastSystem::text).toList();
    }

    /**
     * @throws IllegalArgumentException if there is no system with the name {@code text}; the message lists the names
     */
    public static CastSystem of(String text) {
        for (CastSystem each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected " + String.join(", ", names()) + ", got " + text);
    }
}
