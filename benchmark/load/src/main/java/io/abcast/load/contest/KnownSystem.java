package io.abcast.load.contest;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The systems that can be compared, and where their adapters are. */
public enum KnownSystem {
    ABCAST("abcast", "io.abcast.benchmark.compare.AbcastContestant", ""),
    ZOOKEEPER(
            "zookeeper", "io.abcast.peers.zookeeper.ZooKeeperContestant", "zookeeper", Flags.QUIET),
    JGROUPS_RAFT(
            "jgroups-raft", "io.abcast.peers.jgroupsraft.JGroupsRaftContestant", "jgroups-raft"),
    RATIS("ratis", "io.abcast.peers.ratis.RatisContestant", "ratis", Flags.QUIET),
    AERON(
            "aeron",
            "io.abcast.peers.aeron.AeronContestant",
            "aeron",
            // Agrona reaches into the JDK and says so.
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/java.util.zip=ALL-UNNAMED"),
    ETCD("etcd", "io.abcast.peers.etcd.EtcdContestant", "etcd");

    private static final class Flags {
        /** Logging costs time. */
        static final String QUIET = "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn";
    }

    private final String text;
    private final String contestant;
    private final String library;
    private final String jvmFlags;

    KnownSystem(String text, String contestant, String library, String... jvmFlags) {
        this.text = text;
        this.contestant = contestant;
        this.library = library;
        this.jvmFlags = String.join(" ", jvmFlags);
    }

    /** As it is written on the command line. */
    public String text() {
        return text;
    }

    /** Class of its {@link Contestant}. */
    String contestant() {
        return contestant;
    }

    /** Directory of its class path among the peers'; empty: this process's class path has it. */
    String library() {
        return library;
    }

    /** The library whose version is the system's; empty: none. */
    String artifact() {
        return switch (this) {
            case ABCAST, ETCD -> "";
            case RATIS -> "ratis-server";
            case AERON -> "aeron-cluster";
            case ZOOKEEPER, JGROUPS_RAFT -> library;
        };
    }

    /** Whether it has a log that is no file. */
    boolean memoryLog() {
        return this == ABCAST || this == JGROUPS_RAFT;
    }

    /**
     * Whether its servers can live on from run to run: what a snapshot covers is dropped from their logs. Ratis drops nothing, but logs
     * little.
     */
    boolean livesOn() {
        return this == ABCAST || this == JGROUPS_RAFT || this == RATIS;
    }

    /** Whether clients can be elsewhere than in the servers. */
    public boolean remoteClients() {
        return this != JGROUPS_RAFT;
    }

    /** What its JVMs need beside everybody's flags. */
    List<String> jvmFlags() {
        return jvmFlags.isEmpty() ? List.of() : List.of(jvmFlags.split(" ", -1));
    }

    /** {@code null}: there is none of that name. */
    public static KnownSystem of(String text) {
        return Arrays.stream(values()).filter(s -> s.text.equals(text)).findFirst().orElse(null);
    }

    /** For messages. */
    public static String names() {
        return Arrays.stream(values())
                .map(s -> s == ABCAST ? "abcast:PROTOCOL" : s.text)
                .collect(Collectors.joining(", "));
    }
}
