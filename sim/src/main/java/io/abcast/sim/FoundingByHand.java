package io.abcast.sim;

/**
 * Acts for an operator who follows docs/configuration.md, "The first start", when a faulty member prevents the founding
 * of an ensemble of {@code FBP}. The operator stops the faulty members, and then starts all other members with empty
 * storages and with {@code bootstrap}. A founding by the operator loses no data, because no request has been ordered
 * yet.
 */
final class FoundingByHand {
    private final Cluster cluster;

    FoundingByHand(Cluster cluster) {
        this.cluster = cluster;
    }

    boolean isNeeded() {
        if (cluster.history().ordered() > 0) return false;
        for (int id : cluster.members().ids())
            if (!cluster.lies(id) && cluster.remembers(id)) return false;
        return true;
    }

    void withoutLiars() {
        cluster.coverage().saw(CommonGoal.FOUNDINGS_BY_HAND, 1);
        for (int id : cluster.members().ids()) {
            if (cluster.lies(id)) cluster.afflict(id, "keep down").withhold(true);
            else cluster.afflict(id, "bootstrap").bootstrap(true);
            cluster.loseStorage(id, false);
        }
        cluster.memory().repaired();
        for (int id : cluster.members().ids()) cluster.startAgain(id);
    }

    void liarsReturn() {
        for (int id : cluster.members().ids()) {
            if (!cluster.lies(id)) continue;
            cluster.afflict(id, "start").withhold(false);
            cluster.startAgain(id);
        }
    }
}
