/**
 * The faster variants of Zab of EL-Sanosi 2018, chapters 3 and 4. Each one is a policy of the common package {@code
 * io.abcast.zab}. The coin that adapts to measurements and the protocol AUTO are additions to the thesis. {@link
 * io.abcast.zab.variants.Variants} lists all protocols.
 */
package io.abcast.zab.variants;
