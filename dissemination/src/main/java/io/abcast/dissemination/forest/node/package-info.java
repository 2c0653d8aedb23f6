/**
 * ShallowForest's overlays (Tan 2019, sections 4.1 and 6.3): nodes send payloads directly or over one relay, in the
 * shares of a plan. Plans and overlays affect only speed; no safety property of a protocol depends on them.
 */
package io.abcast.dissemination.forest.node;
