package io.abcast.ordering.camu;

/**
 * The rule by which the leader of a partition opens and closes the links to other partitions.
 *
 * @param openPercent for {@link Kind#SHARE}: percentage of rounds (periods of fixed length) with transactions for the
 *     other partition above which a link opens
 * @param closePercent for {@link Kind#SHARE}: percentage of rounds (periods of fixed length) with transactions for the
 *     other partition below which a link closes
 */
public record LinkRule(Kind kind, int openPercent, int closePercent) {
    /** The kinds of rules for opening and closing links. */
    public enum Kind {
        /** Links open and close only when the application calls {@link PartitionNode#link}. */
        FIXED,
        /**
         * The leader compares the transaction delay that a link saves with the delay that the link adds, see {@link
         * LinkPolicy}.
         */
        AUTO,
        /**
         * A link opens if, in many rounds (periods of fixed length), transactions have the other partition as a
         * destination, see {@link TouchShare}.
         */
        SHARE
    }

    public static final LinkRule FIXED = new LinkRule(Kind.FIXED, 0, 0);
    public static final LinkRule AUTO = new LinkRule(Kind.AUTO, 0, 0);

    private static final String SHARE_PREFIX = "share:";

    boolean isFixed() {
        return kind == Kind.FIXED;
    }

    /**
     * Returns the rule that opens and closes a link by the share of rounds with transactions for the other partition
     * (Vandevoorde 2018, section 4.3.3).
     */
    public static LinkRule share(int openPercent, int closePercent) {
        if (closePercent < 0 || openPercent < closePercent || openPercent > 100)
            throw new IllegalArgumentException(
                    "links: expected share:OPEN/CLOSE with 100 >= OPEN >= CLOSE >= 0, got share:"
                            + openPercent
                            + "/"
                            + closePercent);
        return new LinkRule(Kind.SHARE, openPercent, closePercent);
    }

    /**
     * Reads a link rule from {@code auto}, or from a share such as {@code share:75/25}. A text that is not {@code auto}
     * and does not begin with {@code share:} gives the rule {@link #FIXED}.
     *
     * @throws IllegalArgumentException if the text begins with {@code share:} and does not continue with two
     *     percentages
     */
    public static LinkRule parse(String text) {
        String stripped = text.strip();
        if (stripped.equals("auto")) return AUTO;
        if (!stripped.startsWith(SHARE_PREFIX)) return FIXED;
        String[] parts = stripped.substring(SHARE_PREFIX.length()).split("/", -1);
        try {
            if (parts.length == 2)
                return share(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        } catch (NumberFormatException e) {
            throw malformed(stripped);
        }
        throw malformed(stripped);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "links: expected share:OPEN/CLOSE such as share:75/25, got '" + text + "'");
    }

    @Override
    public String toString() {
        return switch (kind) {
            case FIXED -> "fixed";
            case AUTO -> "auto";
            case SHARE -> SHARE_PREFIX + openPercent + "/" + closePercent;
        };
    }
}
