package io.abcast.benchmark.load;

import io.abcast.client.wire.ReplyCode;
import io.abcast.load.RequestOutcome;

/** Maps the reply codes of a server to the constants of {@code RequestOutcome} with the same names. */
public final class Outcomes {
    private static final RequestOutcome[] BY_CODE = new RequestOutcome[ReplyCode.values().length];

    static {
        for (ReplyCode code : ReplyCode.values())
            BY_CODE[code.ordinal()] = RequestOutcome.valueOf(code.name());
    }

    private Outcomes() {}

    public static RequestOutcome of(ReplyCode code) {
        return BY_CODE[code.ordinal()];
    }
}
