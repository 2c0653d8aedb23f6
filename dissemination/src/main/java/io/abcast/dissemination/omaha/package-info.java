/**
 * OMAHA: messages for the same member travel together when somebody on this node has pledged to send there soon (Mahamdi,
 * Lejeune, Sopena, Sens, Makpangou: OMAHA: Opportunistic Message Aggregation for pHase-based Algorithms, PRDC 2023).
 */
package io.abcast.dissemination.omaha;
