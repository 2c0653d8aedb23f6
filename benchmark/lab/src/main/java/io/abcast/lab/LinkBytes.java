package io.abcast.lab;

/**
 * Numbers of bytes on the cables of all hosts, with the headers of Ethernet.
 *
 * @param sent number of bytes that each host has sent into its cable
 * @param received number of bytes that the switch has sent into each host's cable
 */
public record LinkBytes(long[] sent, long[] received) {
    /**
     * @param table content of {@code /proc/net/dev} of the switch; the interfaces of the switch receive the bytes that
     *     hosts send
     */
    static LinkBytes parse(String table, int hosts) {
        long[] sent = new long[hosts];
        long[] received = new long[hosts];
        for (String line : table.split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon < 0) continue;
            String name = line.substring(0, colon).strip();
            if (!name.matches("p\\d{1,3}")) continue;
            int host = Integer.parseInt(name.substring(1));
            if (host >= hosts) continue;
            String[] numbers = line.substring(colon + 1).strip().split("\\s+", -1);
            sent[host] = Long.parseLong(numbers[0]);
            received[host] = Long.parseLong(numbers[8]);
        }
        return new LinkBytes(sent, received);
    }

    public LinkBytes since(LinkBytes before) {
        long[] s = sent.clone();
        long[] r = received.clone();
        for (int i = 0; i < s.length; i++) {
            s[i] -= before.sent[i];
            r[i] -= before.received[i];
        }
        return new LinkBytes(s, r);
    }
}
