/** Total orders by consensus, ready for a driver: which there are, and their wire format. */
package io.abcast.ordering;
