package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.MachineFactory;
import io.abcast.papers.camu.thesis.HybridMachine;
import io.abcast.papers.camu.thesis.PeriodicBroadcastMachine;
import io.abcast.papers.camu.thesis.ThesisOptions;
import io.abcast.papers.camu.thesis.ToMulticastMachine;

/** A row of the figures: a system that orders operations over several partitions. */
enum MulticastRow {
    TO("TO") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            return (self, context) ->
                    new ToMulticastMachine(self, periodic.length, 0, options, context);
        }
    },

    PB("PB") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            return (self, context) ->
                    new PeriodicBroadcastMachine(self, periodic.length, options, context);
        }
    },

    /** The thesis's CaMu. */
    CAMU_OF_THESIS("CaMu") {
        @Override
        MachineFactory factory(int[][] periodic, ThesisOptions options) {
            return (self, context) ->
                    new HybridMachine(
                            self, periodic.length, 0, 0, periodic[self], options, context);
        }
    };

    private final String title;

    MulticastRow(String title) {
        this.title = title;
    }

    /**
     * The factory of the system's partitions.
     *
     * @param periodic for each partition: partitions that use Periodic Broadcast with it at the start, ascending
     */
    abstract MachineFactory factory(int[][] periodic, ThesisOptions options);

    @Override
    public String toString() {
        return title;
    }
}
