package io.abcast.driver;

/**
 * Reports that this process must not continue: another process serves its server id, or the established members belong
 * to another ensemble.
 */
public final class RejectedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final boolean inUse;

    /**
     * @param why the reason, as a sentence for the operator
     * @param inUse whether another process serves the server id
     */
    public RejectedException(String why, boolean inUse) {
        super(why);
        this.inUse = inUse;
    }

    /**
     * Whether the reason is that another process serves the server id. If false, the reason is that the established
     * members belong to another ensemble.
     */
    public boolean isInUse() {
        return inUse;
    }
}
