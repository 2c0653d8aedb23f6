/**
 * OMAHA: messages for the same member leave as one when an application of this node has pledged to send there soon
 * (Mahamdi, Lejeune, Sopena, Sens, Makpangou: OMAHA: Opportunistic Message Aggregation for pHase-based Algorithms, PRDC
 * 2023).
 */
package io.abcast.dissemination.omaha;
