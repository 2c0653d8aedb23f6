package io.abcast.jgroups.camu;

import io.abcast.ordering.camu.LinkRule;
import io.abcast.ordering.camu.PartitionMap;

/**
 * The links between partitions that an operator opens. For each ordered pair of partitions, {@code LinkSettings} state
 * whether the first partition may impose timestamps of transactions on the second partition. Under a link rule, such as
 * {@code auto}, the leaders of the partitions open and close links themselves. {@code LinkSettings} are immutable.
 */
public final class LinkSettings {
    private static final String FORM =
            "auto, on, off, share:OPEN/CLOSE such as share:75/25, or a list such as A-B,C>D";

    private final boolean[][] open;
    private final LinkRule rule;

    private LinkSettings(boolean[][] open, LinkRule rule) {
        this.open = open;
        this.rule = rule;
    }

    /**
     * Parses the attribute {@code links}: {@code auto}, {@code share:75/25}, {@code on}, {@code off}, or a list of
     * links between partitions. The list {@code A-B,C>D} opens links between A and B in both directions, and a link
     * from C to D; XML's entity for {@code >} is accepted too.
     *
     * @throws IllegalArgumentException if the text of the attribute has another form, or names an unknown partition
     */
    public static LinkSettings parse(String text, PartitionMap map) {
        int size = map.size();
        boolean[][] open = new boolean[size][size];
        LinkRule rule = LinkRule.parse(text);
        if (rule.kind() != LinkRule.Kind.FIXED) return new LinkSettings(open, rule);
        switch (text.strip()) {
            case "off" -> {}
            case "on" -> {
                for (int from = 0; from < size; from++)
                    for (int to = 0; to < size; to++) open[from][to] = from != to;
            }
            default -> {
                for (String link : text.replace("&gt;", ">").split(",", -1))
                    add(link.strip(), map, open);
            }
        }
        return new LinkSettings(open, rule);
    }

    private static void add(String link, PartitionMap map, boolean[][] open) {
        int at = Math.max(link.indexOf('>'), separator(link, map));
        if (at <= 0)
            throw new IllegalArgumentException("links: expected " + FORM + ", got '" + link + "'");
        int from = number(link.substring(0, at).strip(), map);
        int to = number(link.substring(at + 1).strip(), map);
        if (from == to)
            throw new IllegalArgumentException(
                    "links: expected two different partitions, got '" + link + "'");
        open[from][to] = true;
        if (link.charAt(at) == '-') open[to][from] = true;
    }

    private static int separator(String link, PartitionMap map) {
        for (int at = link.indexOf('-'); at >= 0; at = link.indexOf('-', at + 1))
            if (map.names().contains(link.substring(0, at).strip())
                    && map.names().contains(link.substring(at + 1).strip())) return at;
        return link.indexOf('-');
    }

    private static int number(String name, PartitionMap map) {
        try {
            return map.number(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("links: " + e.getMessage(), e);
        }
    }

    /** Returns the rule by which leaders open and close links between partitions. */
    public LinkRule rule() {
        return rule;
    }

    /** Returns whether partition {@code from} may impose timestamps of transactions on partition {@code to}. */
    public boolean isOpen(int from, int to) {
        return open[from][to];
    }
}
