package io.abcast.papers.omaha;

import java.util.List;
import java.util.Locale;

/**
 * The settings of one experiment. Section IV-A of the paper defines all other settings, such as fifteen nodes and 3,000
 * instances.
 *
 * @param algorithms algorithms of the instances; if there are several, each instance draws one (section IV-G).
 * @param load mean number of instances in progress.
 * @param leaders choice of the leader of each instance.
 * @param layer layer that holds messages.
 * @param responses probability of holding a response, in percent.
 * @param critical probability of holding a critical message, in percent.
 * @param timeoutMillis maximum time for which a message is held.
 * @param lossPercent percentage of network messages that are lost.
 * @param boundPercent bound on the latency that the controller may add.
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
    /** Default of {@code boundPercent}. */
    private static final double BOUND_PERCENT = 3;

    /** Loads of section IV-A4. */
    enum Load {
        LOW("Low", 2),
        MEDIUM("Medium", 5),
        HIGH("High", 10),
        /**
         * A load that the paper does not have: the low load, then the high load, then the low load again, each for a
         * third of the run.
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

    /** Choice of the leaders: "for each instance, we arbitrarily choose its leader node". */
    enum Leaders {
        TURN,
        RANDOM
    }

    /** Layers that hold messages. */
    enum Layer {
        /** The stack without a layer, which is the baseline of savings. */
        NONE("no layer"),
        /** The paper's algorithm 1, with one application per instance. */
        ALGORITHM_1("algorithm 1"),
        /** The paper's algorithm 1, with three applications that share all instances. */
        ALGORITHM_1_SHARED("algorithm 1, three applications"),
        /** The baseline of section III-A. */
        TIME("time-based"),
        /** Pledges with handles, so that an application can have several pledges. */
        PLEDGES("pledges"),
        /** Pledges with handles, where acceptors also pledge after their ack. */
        ACCEPTORS("acceptors pledge"),
        /** Holds messages as {@link #ACCEPTORS} does, but a controller chooses the time of holding. */
        CONTROLLED("controller"),
        /**
         * Holds messages as {@link #CONTROLLED} does, but each node has its own controller. Nodes report the durations
         * of their instances to each other, as on a network.
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

    /** Makes a trial with one probability for all messages, as in most of the paper's experiments. */
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

    /** The trial with which this trial is compared. */
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

    /** Returns a copy with several algorithms at the same time (section IV-G). */
    Trial mixed(List<Algorithm> others) {
        return make(others, leaders, layer, responses, critical, lossPercent, boundPercent);
    }

    /** Returns a copy with other probabilities for responses and for critical messages (section IV-E). */
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
