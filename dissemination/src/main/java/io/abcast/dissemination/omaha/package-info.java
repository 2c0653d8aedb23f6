/**
 * The protocol OMAHA, which merges messages to the same member. An application of a node can pledge to send a message
 * to a member soon. Until the application sends the pledged message, OMAHA holds other messages to that member, and
 * sends the held and the pledged messages as one network message. The description of the protocol is Mahamdi, Lejeune,
 * Sopena, Sens and Makpangou, "OMAHA: Opportunistic Message Aggregation for pHase-based Algorithms", PRDC 2023.
 */
package io.abcast.dissemination.omaha;
