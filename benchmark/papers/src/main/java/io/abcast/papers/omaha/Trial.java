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
    private static final double BOUND_PERCENT = 3;

    /** Mean number of instances in progress as in Mahamdi et al., 2023, section IV-A4. */
    enum Load {
        LOW("Low", 2),
        MEDIUM("Medium", 5),
        HIGH("High", 10),
        /** An addition to Mahamdi et al., 2023: low, high, and low load again, each for a third of the instances. */
        STEPS("Low, high, low", 0);

        final String title;
        private final int instances;

        Load(String title, int instances) {
            this.title = title;
            this.instances = instances;
        }

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

    enum Layer {
        NONE("no layer"),
        /** Algorithm 1 of Mahamdi et al., 2023; every instance counts as its own application. */
        ALGORITHM_1("algorithm 1"),
        /** Algorithm 1 of Mahamdi et al., 2023, with three applications that share all instances. */
        ALGORITHM_1_SHARED("algorithm 1, three applications"),
        /** Time-based baseline of Mahamdi et al., 2023, section III-A. */
        TIME("time-based"),
        /**
         * Pledges (announcements to send) have handles, so that an application can have several pledges at the same
         * time.
         */
        PLEDGES("pledges"),
        ACCEPTORS("acceptors pledge"),
        CONTROLLED("controller"),
        CONTROLLED_EACH("controllers");

        final String title;

        Layer(String title) {
            this.title = title;
        }

        boolean controlled() {
            return this == CONTROLLED || this == CONTROLLED_EACH;
        }
    }

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

    static String percent(double value) {
        return (value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value))
                + " %";
    }

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

    /** Mahamdi et al., 2023, section IV-G. */
    Trial mixed(List<Algorithm> others) {
        return make(others, leaders, layer, responses, critical, lossPercent, boundPercent);
    }

    /** Mahamdi et al., 2023, section IV-E. */
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
