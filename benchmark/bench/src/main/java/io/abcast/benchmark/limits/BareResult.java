package io.abcast.benchmark.limits;

/**
 * Figures of the cheapest exchange between a leader and its followers on a JGroups stack. The leader sends every
 * message to each follower, and followers ack batches cumulatively.
 *
 * @param nodes number of processes: the sender and its receivers.
 * @param window number of messages of the sender in flight.
 * @param batch number of payloads in one JGroups message.
 * @param payloadsPerSecond number of payloads per second that each receiver received and acked.
 * @param senderCpuMicros CPU time of the sender per payload, in us.
 * @param receiverCpuMicros mean CPU time of one receiver per payload, in us.
 * @param p50Micros median time in us from the sending of a message until a quorum, including the sender, has acked it
 */
public record BareResult(
        int nodes,
        int window,
        int batch,
        double payloadsPerSecond,
        double senderCpuMicros,
        double receiverCpuMicros,
        double p50Micros,
        double p99Micros) {

    String encode() {
        return String.join(
                " ",
                Integer.toString(nodes),
                Integer.toString(window),
                Integer.toString(batch),
                Double.toString(payloadsPerSecond),
                Double.toString(senderCpuMicros),
                Double.toString(receiverCpuMicros),
                Double.toString(p50Micros),
                Double.toString(p99Micros));
    }

    static BareResult decode(String line) {
        String[] words = line.strip().split(" ");
        if (words.length != 8)
            throw new IllegalArgumentException("expected 8 figures, got: " + line);
        return new BareResult(
                Integer.parseInt(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]),
                Double.parseDouble(words[6]),
                Double.parseDouble(words[7]));
    }
}
