package io.abcast.driver;

/** Another process serves this server id, or the members at work are of another ensemble: this process must not go on. */
public final class RejectedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param why a sentence for the operator */
    public RejectedException(String why) {
        super(why);
    }
}
