package io.abcast.uplinks;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A disturbance of hosts that begins in the measured time of a run. */
enum UplinkDisturbance {
    NONE("none", "nothing happens"),
    RELAY_KILLED(
            "relay-killed",
            "the host with the smallest load, which relays most, loses cable and power"),
    ROOT_KILLED("root-killed", "the host with the greatest load loses cable and power"),
    UPLINK_HALVED(
            "uplink-halved", "the uplink of the host with the smallest load gets half its rate"),
    LOAD_MOVES("load-moves", "each host takes the load of the host before it");

    private final String text;
    private final String meaning;

    UplinkDisturbance(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
    }

    String text() {
        return text;
    }

    String meaning() {
        return meaning;
    }

    static UplinkDisturbance of(String text) {
        for (UplinkDisturbance each : values()) if (each.text.equals(text)) return each;
        throw new IllegalArgumentException(
                "expected "
                        + Arrays.stream(values())
                                .map(UplinkDisturbance::text)
                                .collect(Collectors.joining(", "))
                        + ", got "
                        + text);
    }

    /** Returns -1 if the disturbance affects no host or all hosts. */
    int victim(OfferedLoad load) {
        int smallest = 0;
        int greatest = 0;
        for (int i = 1; i < load.shares().length; i++) {
            if (load.shares()[i] <= load.shares()[smallest]) smallest = i;
            if (load.shares()[i] > load.shares()[greatest]) greatest = i;
        }
        return switch (this) {
            case RELAY_KILLED, UPLINK_HALVED -> smallest;
            case ROOT_KILLED -> greatest;
            default -> -1;
        };
    }

    boolean kills() {
        return this == RELAY_KILLED || this == ROOT_KILLED;
    }
}
