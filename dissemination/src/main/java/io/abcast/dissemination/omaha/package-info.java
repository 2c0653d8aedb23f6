/**
 * The protocol OMAHA. An application of a node can pledge to send a message to a member soon. Until then, other
 * messages to that member wait, and all of them leave as one message. Source: Mahamdi, Lejeune, Sopena, Sens and
 * Makpangou, "OMAHA: Opportunistic Message Aggregation for pHase-based Algorithms", PRDC 2023.
 */
package io.abcast.dissemination.omaha;
