/**
 * OMAHA: a message to a member waits if an application of this node has pledged to send to the same member soon, and
 * both leave as one message. Source: Mahamdi, Lejeune, Sopena, Sens and Makpangou, "OMAHA: Opportunistic Message
 * Aggregation for pHase-based Algorithms", PRDC 2023.
 */
package io.abcast.dissemination.omaha;
