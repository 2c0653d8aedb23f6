/**
 * ShallowForest's plans (Tan 2019, chapters 4 and 5): how much of its traffic each site sends directly, and how much
 * over each other site as a relay, so that all uplinks together carry as much as they can.
 */
package io.abcast.dissemination.forest;
