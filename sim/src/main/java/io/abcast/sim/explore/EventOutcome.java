package io.abcast.sim.explore;

/**
 * What an event does to a member.
 *
 * @param event as {@link Events}
 * @param next the member's state after it
 * @param sends numbers of messages, each once, in the order of their sends
 * @param cost as {@link Cost}, without what repetition costs
 * @param peak the longest history that the member has delivered up to then, before a restart
 * @param crashes crashes after some of the effects of this event
 */
record EventOutcome(int event, int next, int[] sends, int cost, int peak, EventOutcome[] crashes) {
    static final EventOutcome[] NONE = {};
}
