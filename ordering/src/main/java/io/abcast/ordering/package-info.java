/** Total orders by consensus for drivers: the available protocols, and their wire format. */
package io.abcast.ordering;
