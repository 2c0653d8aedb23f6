package io.abcast.papers.omaha;

import java.util.List;
import java.util.Locale;

/**
 * The settings of one experiment of Mahamdi et al., 2023. Section IV-A of Mahamdi et al., 2023 defines all other
 * settings, such as fifteen nodes and 3,000 instances.
 *
 * @param algorithms algorithms that the instances run; with several algorithms, each instance draws one at random
 *     (Mahamdi et al., 2023, section IV-G).
 * @param load load of the trial: mean number of instances in progress.
 * @param leaders rule that chooses the leader of each instance.
 * @param layer layer below the algorithms that holds (delays) messages; {@link Layer#NONE} holds no message.
 * @param responses probability that the layer holds a response, in percent.
 * @param critical probability of holding a critical message, in percent.
 * @param timeoutMillis maximum time for which a message is held, in ms.
 * @param lossPercent percentage of network messages that are lost.
 * @param boundPercent upper bound on the latency that the controller may add to an instance, in percent.
 */
record Trial(
        List<Algorithm> algorithms,
        Load load,
        Leaders leaders,
        Layer layer,
        int responses,
        int critical,
        int timeoutMillis,
        int lossPercent,
        double boundPercent) {
    /** Default of {@code boundPercent}, the bound in percent on the latency that the controller may add. */
    private static final double BOUND_PERCENT = 3;

    /** Mean number of instances in progress as in Mahamdi et al., 2023, section IV-A4. */
    enum Load {
        LOW("Low", 2),
        MEDIUM("Medium", 5),
        HIGH("High", 10),
        /**
         * A load that changes during the run, an addition to Mahamdi et al., 2023: low, high, and low again, each for a
         * third of the instances.
         */
        STEPS("Low, high, low", 0);

        final String title;
        private final int instances;

        Load(String title, int instances) {
            this.title = title;
            this.instances = instances;
        }

        /** Mean number of instances in progress when instance {@code number} of {@code all} begins. */
        int at(int number, int all) {
            if (this != STEPS) return instances;
            return number >= all / 3 && number < 2 * all / 3 ? HIGH.instances : LOW.instances;
        }
    }

    /**
     * Rule that chooses the leader of an instance; Mahamdi et al., 2023: "for each instance, we arbitrarily choose its
     * leader node".
     */
    enum Leaders {
        TURN,
        RANDOM
    }

    /** Layers below the algorithms that hold (delay) messages to send them together. */
    enum Layer {
        /** The stack without a holding layer, which is the baseline for savings of messages. */
        NONE("no layer"),
        /** Layer with algorithm 1 of Mahamdi et al., 2023, in which every instance counts as its own application. */
        ALGORITHM_1("algorithm 1"),
        /** Layer with algorithm 1 of Mahamdi et al., 2023, with three applications that share all instances. */
        ALGORITHM_1_SHARED("algorithm 1, three applications"),
        /** Layer with the time-based baseline of Mahamdi et al., 2023, section III-A. */
        TIME("time-based"),
        /**
         * Layer whose pledges (announcements to send) have handles, so that an application can have several pledges at
         * the same time.
         */
        PLEDGES("pledges"),
        /** Layer whose pledges (announcements to send) have handles; in addition, acceptors pledge after their ack. */
        ACCEPTORS("acceptors pledge"),
        /** Layer that holds messages as {@link #ACCEPTORS} does, but a controller chooses the maximum holding time. */
        CONTROLLED("controller"),
        /**
         * Layer that holds messages as {@link #CONTROLLED} does, but each node has its own controller. The nodes report
         * the durations of their instances to each other, as on a real network.
         */
        CONTROLLED_EACH("controllers");

        final String title;

        Layer(String title) {
            this.title = title;
        }

        boolean controlled() {
            return this == CONTROLLED || this == CONTROLLED_EACH;
        }
    }

    /**
     * Makes a trial with one probability of holding for all messages, as in most experiments of Mahamdi et al., 2023.
     */
    static Trial uniform(Algorithm algorithm, Load load, int percent, int timeoutMillis) {
        return new Trial(
                List.of(algorithm),
                load,
                Leaders.TURN,
                Layer.ALGORITHM_1,
                percent,
                percent,
                timeoutMillis,
                0,
                BOUND_PERCENT);
    }

    /** Text that describes the trial to users. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(
                algorithms.size() == 1
                        ? algorithms.get(0).title
                        : algorithms.size() + " algorithms");
        text.append(", ").append(load.title.toLowerCase(Locale.ROOT)).append(" load, leaders ");
        text.append(leaders == Leaders.TURN ? "in turn" : "at random").append(", ");
        text.append(layer.title);
        if (layer == Layer.ALGORITHM_1 || layer == Layer.ALGORITHM_1_SHARED)
            text.append(' ').append(responses).append('/').append(critical).append(" %");
        if (layer.controlled()) text.append(", bound ").append(percent(boundPercent));
        else if (layer != Layer.NONE) text.append(", ").append(timeoutMillis).append(" ms");
        if (lossPercent > 0) text.append(", ").append(lossPercent).append(" % lost");
        return text.toString();
    }

    /** Formats a percentage for users. */
    static String percent(double value) {
        return (value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value))
                + " %";
    }

    /** Returns the trial to which this trial is compared: it is equal, except that no layer holds messages. */
    Trial baseline() {
        return new Trial(
                algorithms,
                load,
                leaders,
                Layer.NONE,
                0,
                0,
                AggregationArena.RTT_MILLIS,
                lossPercent,
                BOUND_PERCENT);
    }

    Trial with(Leaders other) {
        return make(algorithms, other, layer, responses, critical, lossPercent, boundPercent);
    }

    Trial with(Layer other) {
        return make(algorithms, leaders, other, responses, critical, lossPercent, boundPercent);
    }

    Trial losing(int percent) {
        return make(algorithms, leaders, layer, responses, critical, percent, boundPercent);
    }

    /** Returns a copy of this trial with several algorithms at the same time (Mahamdi et al., 2023, section IV-G). */
    Trial mixed(List<Algorithm> others) {
        return make(others, leaders, layer, responses, critical, lossPercent, boundPercent);
    }

    /**
     * Returns a copy of this trial with the given probabilities of holding for responses and for critical messages
     * (Mahamdi et al., 2023, section IV-E).
     */
    Trial probabilities(int ofResponses, int ofCritical) {
        return make(algorithms, leaders, layer, ofResponses, ofCritical, lossPercent, boundPercent);
    }

    Trial bound(double percent) {
        return make(algorithms, leaders, layer, responses, critical, lossPercent, percent);
    }

    private Trial make(
            List<Algorithm> run,
            Leaders who,
            Layer what,
            int ofResponses,
            int ofCritical,
            int loss,
            double bound) {
        return new Trial(run, load, who, what, ofResponses, ofCritical, timeoutMillis, loss, bound);
    }
}
