package io.abcast.sim.check;

import java.util.HashMap;
import java.util.Map;

/** Checks that each epoch has at most one established leader in the whole run (Zab.tla: Leadership1, Leadership2). */
final class Leadership extends Checker {
    private final Map<Integer, Integer> leaders = new HashMap<>();

    @Override
    protected void onNewBeginning() {
        leaders.clear();
    }

    @Override
    protected void onTwin(int rank, int twin) {
        leaders.replaceAll((epoch, leader) -> leader == rank ? twin : leader);
    }

    @Override
    protected void onLeads(int rank, int epoch) {
        Integer other = leaders.putIfAbsent(epoch, rank);
        if (other != null && other != rank)
            violated(
                    "epoch " + epoch + " is led by rank " + rank + " and was led by rank " + other);
    }
}
