/**
 * ShallowForest's overlays (Tan 2019, sections 4.1 and 6.3): nodes that send payloads over trees of height one or two,
 * in the shares of a plan. The plan and the overlays cost or save time; no property of a protocol depends on them.
 */
package io.abcast.dissemination.forest.node;
