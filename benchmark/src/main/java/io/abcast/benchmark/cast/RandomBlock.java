package io.abcast.benchmark.cast;

import java.io.IOException;

/** abcast's gossip with blocks as they are in place of coded ones; abcast has no such thing yet, and says so. */
final class RandomBlock implements CastContestant {
    private static final String REASON =
            "abcast cast always codes: it has no gossip of plain random blocks";

    @Override
    public void check() throws CannotException {
        throw new CannotException(REASON);
    }

    @Override
    public CastSession open(CastSite site) throws IOException {
        throw new IOException(REASON);
    }
}
