package io.abcast.search.command;

import io.abcast.command.Usage;
import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.ordering.Ordering;
import io.abcast.search.CamuFamily;
import io.abcast.search.OmahaSubject;
import io.abcast.search.SearchedProtocols;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.Subject;
import io.abcast.sim.groups.GroupFuzzSettings;
import io.abcast.sim.groups.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that the commands {@code sim fuzz} and {@code sim replay} share. */
final class SimOptions {
    private static final String ALL = "ALL";

    private static final String THREE_ONLY = "ZAB_AC";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--protocol",
            paramLabel = "P[,P...]",
            defaultValue = "ZAB",
            description =
                    "Protocol: one of the Zab family, PAXOS, FAST_PAXOS, FBP, EPAXOS or CAMU. MIXED:"
                            + " the members are configured for different protocols of the Zab"
                            + " family. CAMU: several partitions, each of which is an ensemble."
                            + " A name may end with +OMAHA: OMAHA then aggregates"
                            + " messages. fuzz accepts several protocols of the Zab family, or"
                            + " all. Default: ${DEFAULT-VALUE}.")
    private String protocol;

    @Option(
            names = "--nodes",
            paramLabel = "N[,N...]",
            defaultValue = "3",
            description =
                    "Number of members of the cluster, or of each partition; odd for protocols"
                            + " that need an odd number."
                            + " fuzz accepts several numbers; if a number is listed more often,"
                            + " more seeds use this number. Default: ${DEFAULT-VALUE}.")
    private String nodes;

    @Option(
            names = "--faults",
            paramLabel = "LIST",
            defaultValue = "all",
            description =
                    "Faults: all, none, or some of crash,restart,power,partition,partial,asym,flap,loss,dup,pause,"
                            + "clock,hints,tail,torn,disk,slow,full,misdirect,rot,snapshot,forget,twin,foreign,few,"
                            + "membership,repair. The word all excludes remnant and unfenced, which are known to fail;"
                            + " all,remnant includes remnant. "
                            + "Default: ${DEFAULT-VALUE}.")
    private String faults;

    @Option(
            names = "--durability",
            description =
                    "Durability: memory, file or fsync. Default: drawn from the seed; half of the"
                            + " runs use fsync, a third memory, the others file. With CAMU a seventh"
                            + " uses memory.")
    private Durability durability;

    @Option(
            names = "--liars",
            paramLabel = "L",
            defaultValue = "0",
            description =
                    "Number of members that lie in every kind of message, at most f. For FBP"
                            + " only, where f is 1 with 6 members and 2 with 11. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int liars;

    @Option(
            names = "--interference",
            paramLabel = "all|keys",
            defaultValue = "all",
            description =
                    "EPAXOS only. all: all requests interfere. keys: requests interfere if they"
                            + " have a common key that one of them writes. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String interference;

    @Option(
            names = "--forest",
            paramLabel = "on|off",
            defaultValue = "off",
            description =
                    "EPAXOS only. on: FOREST carries large payloads, with plans of all kinds and"
                            + " faults of relays. off: members send payloads directly. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String forest;

    @Option(
            names = "--partitions",
            paramLabel = "P[,P...]",
            description =
                    "CAMU only: number of partitions. fuzz accepts several numbers. Default: 2.")
    private String partitions;

    @Option(
            names = "--log",
            paramLabel = "PROTOCOL",
            description =
                    "CAMU only: protocol of the partitions' logs: one of the Zab family, PAXOS or"
                            + " FAST_PAXOS. Default: ZAB.")
    private String log;

    @Option(
            names = "--consistency",
            paramLabel = "serializable|strict",
            description =
                    "CAMU only. strict: the order agrees with real time. Default: serializable.")
    private String consistency;

    @Option(
            names = "--fast",
            paramLabel = "on|off",
            description =
                    "CAMU only. on: partitions exchange decisions before they are committed."
                            + " Default: off.")
    private String fast;

    SearchedRuns runs() {
        return hasGroups() ? new SearchedGroups(this::groupMix) : new SearchedEnsembles(this::mix);
    }

    boolean hasGroups() {
        boolean groups = protocol().equals(CamuFamily.NAME);
        if (groups) return true;
        refuse("--partitions", partitions);
        refuse("--log", log);
        refuse("--consistency", consistency);
        refuse("--fast", fast);
        return false;
    }

    private void refuse(String option, String value) {
        if (value != null)
            throw wrong(
                    option + ": expected --protocol " + CamuFamily.NAME + ", got " + protocol());
    }

    /** The options must name exactly one number of partitions and one number of members. */
    GroupFuzzSettings groupSettings() {
        List<GroupFuzzSettings> mix = groupMix();
        if (mix.size() != 1) throw wrong("--partitions, --nodes: expected one of each");
        return mix.get(0);
    }

    private List<GroupFuzzSettings> groupMix() {
        if (liars > 0) throw wrong("--liars: expected 0 for " + CamuFamily.NAME + ", got " + liars);
        if (!interference.equals("all") || !forest.equals("off"))
            throw wrong("--interference, --forest: expected --protocol EPAXOS, got " + protocol());
        boolean strict = isChosen("--consistency", consistency, "strict", "serializable");
        boolean on = isChosen("--fast", fast, "on", "off");
        List<GroupFuzzSettings> mix = new ArrayList<>();
        for (int count : partitions())
            for (int members : members(spec.commandLine(), nodes))
                mix.add(groupSettings(count, members, strict, on));
        return mix;
    }

    private GroupFuzzSettings groupSettings(int count, int members, boolean strict, boolean on) {
        CamuFamily subject;
        try {
            String name = log == null ? "ZAB" : log.toUpperCase(Locale.ROOT);
            subject = CamuFamily.of(name, members, strict, on);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(spec.commandLine(), "--log", e);
        }
        try {
            return GroupFuzzSettings.of(subject, count, members)
                    .with(durability)
                    .with(parsedFaults());
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
    }

    private boolean isChosen(String option, String value, String yes, String no) {
        if (value == null || value.equals(no)) return false;
        if (!value.equals(yes))
            throw wrong(option + ": expected " + no + " or " + yes + ", got " + value);
        return true;
    }

    private List<Integer> partitions() {
        List<Integer> counts = new ArrayList<>();
        for (String number : partitions == null ? new String[] {"2"} : partitions.split(",", -1)) {
            int count = number.matches("[0-9]{1,3}") ? Integer.parseInt(number) : 0;
            if (count < 1 || count > Placement.GROUPS_MAX)
                throw wrong(
                        "--partitions: expected a number in 1.."
                                + Placement.GROUPS_MAX
                                + ", got "
                                + number);
            counts.add(count);
        }
        return counts;
    }

    /** The options must name exactly one size and protocol of an ensemble. */
    FuzzSettings settings() {
        List<FuzzSettings> mix = mix();
        if (mix.size() != 1) throw wrong("--protocol, --nodes: expected one of each");
        return mix.get(0);
    }

    /** Consecutive seeds use the settings in turn; the protocol objects in the settings are not thread-safe. */
    List<FuzzSettings> mix() {
        List<String> protocols = protocols();
        long consensus = protocols.stream().filter(SimOptions::isConsensus).count();
        if (consensus != 0 && consensus != protocols.size())
            throw wrong("--protocol: expected protocols of one family, got " + protocol());
        List<FuzzSettings> mix = new ArrayList<>();
        for (int members : members(spec.commandLine(), nodes)) {
            for (String name : protocols) {
                boolean fits = !name.startsWith(THREE_ONLY) || protocols.size() == 1;
                mix.add(settings(name, fits ? members : 3));
            }
        }
        return mix;
    }

    private FuzzSettings settings(String name, int members) {
        FuzzSettings settings =
                FuzzSettings.of(subject(name, members), members)
                        .with(durability)
                        .with(parsedFaults());
        if (liars == 0) return settings;
        try {
            return settings.withLiars(liars);
        } catch (IllegalArgumentException e) {
            throw wrong("--liars: " + e.getMessage());
        }
    }

    private static boolean isConsensus(String name) {
        return Ordering.names().contains(name.replace(OmahaSubject.SUFFIX, ""));
    }

    private Subject subject(String name, int members) {
        boolean byKeys = interference.equals("keys");
        if (!byKeys && !interference.equals("all"))
            throw wrong("--interference: expected all or keys, got " + interference);
        if (byKeys && !name.startsWith(Ordering.EPAXOS))
            throw wrong("--interference: expected --protocol EPAXOS, got " + name);
        boolean hasForest = forest.equals("on");
        if (!hasForest && !forest.equals("off"))
            throw wrong("--forest: expected on or off, got " + forest);
        if (hasForest && !name.startsWith(Ordering.EPAXOS))
            throw wrong("--forest: expected --protocol EPAXOS, got " + name);
        try {
            String base = byKeys ? SearchedProtocols.EPAXOS_BY_KEYS : name;
            return SearchedProtocols.of(
                    hasForest ? base + SearchedProtocols.FOREST : base, members);
        } catch (IllegalArgumentException e) {
            throw Usage.refused(spec.commandLine(), "--protocol", e);
        }
    }

    private List<String> protocols() {
        String names = protocol.toUpperCase(Locale.ROOT);
        if (!names.equals(ALL)) return Arrays.asList(names.split(",", -1));
        return SearchedProtocols.zabFamily();
    }

    static List<Integer> members(CommandLine command, String nodes) {
        List<Integer> members = new ArrayList<>();
        for (String number : nodes.split(",", -1)) {
            int n = 0;
            if (number.matches("[0-9]{1,3}")) n = Integer.parseInt(number);
            if (n < 1 || n > Membership.SIZE_MAX) {
                throw new ParameterException(
                        command,
                        "--nodes: expected a number in 1.."
                                + Membership.SIZE_MAX
                                + ", got "
                                + number);
            }
            members.add(n);
        }
        return members;
    }

    String protocol() {
        return protocol.toUpperCase(Locale.ROOT);
    }

    /** Null if each seed draws the durability. */
    Durability durability() {
        return durability;
    }

    int liars() {
        return liars;
    }

    String nodes() {
        return nodes;
    }

    private Set<Fault> parsedFaults() {
        try {
            return Fault.parse(faults);
        } catch (IllegalArgumentException e) {
            throw wrong("--faults: " + e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
