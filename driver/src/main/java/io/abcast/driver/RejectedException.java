package io.abcast.driver;

/**
 * Reports that this process must stop: another process serves its server id, or the established members belong to
 * another ensemble.
 */
public final class RejectedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final boolean inUse;

    /**
     * @param why the reason why this process must stop, as a sentence for the operator
     * @param inUse whether another process serves the server id of this process
     */
    public RejectedException(String why, boolean inUse) {
        super(why);
        this.inUse = inUse;
    }

    /** Whether this process must stop because another process serves its server id. */
    public boolean isInUse() {
        return inUse;
    }
}
