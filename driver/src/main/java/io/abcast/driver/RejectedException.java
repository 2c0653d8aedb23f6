package io.abcast.driver;

/** Another process serves this server id, or the members at work are of another ensemble: this process must not go on. */
public final class RejectedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final boolean inUse;

    /**
     * @param why a sentence for the operator
     * @param inUse whether another process serves the id
     */
    RejectedException(String why, boolean inUse) {
        super(why);
        this.inUse = inUse;
    }

    /** Whether another process serves the id; otherwise the members at work are of another ensemble. */
    public boolean isInUse() {
        return inUse;
    }
}
