package io.abcast.sim.explore;

/**
 * The outcome of one event at a member.
 *
 * @param event code of the event at the member, see {@link Events}.
 * @param next number of the member's state after the event.
 * @param sends numbers of the messages that the member sends in the event, each once, in the order of sending.
 * @param cost events that the schedule's bounds must still allow, see {@link Cost}, without the cost of a repeated
 *     message.
 * @param peak number ({@link Sequences}) of the longest history that the member has delivered in this event, before a
 *     restart if the event is a crash.
 * @param crashes outcomes in which the member crashes after some of the effects of this event.
 */
record EventOutcome(int event, int next, int[] sends, int cost, int peak, EventOutcome[] crashes) {
    static final EventOutcome[] NONE = {};
}
