package io.abcast.workloads.tpcc;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.workloads.Fields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes the rows of the TPC-C tables as bytes: first numbers at fixed offsets, then texts with their lengths. Amounts
 * are in cents, taxes and discounts in ten-thousandths, and times in ms since 1970. Rows are immutable: a changed row
 * is a new array of bytes.
 */
final class TpccRows {
    /** A row of WAREHOUSE or DISTRICT, with the tax and the texts name, street 1, street 2, city, state and zip. */
    static final class Place {
        static final int TAX = 0;
        private static final int TEXTS = 4;

        private Place() {}

        static byte[] row(int tax, byte[]... texts) {
            return withTexts(new WireWriter(128).i32(tax), texts);
        }

        static byte[][] texts(byte[] row) {
            return textsOf(row, TEXTS, 6);
        }
    }

    /** A row of CUSTOMER, in which first, last, street 1, street 2, city, state, zip and phone are texts. */
    static final class Customer {
        static final int DISCOUNT = 0;
        static final int GOOD = 4;
        static final int LIMIT = 8;
        static final int SINCE = 16;
        private static final int TEXTS = 24;
        static final int FIRST = 0;
        static final int LAST = 1;

        private Customer() {}

        static byte[] row(int discount, boolean good, long limit, long since, byte[]... texts) {
            WireWriter out = new WireWriter(192).i32(discount).i32(good ? 1 : 0);
            return withTexts(out.i64(limit).i64(since), texts);
        }

        static boolean isGood(byte[] row) {
            return Fields.i32(row, GOOD) == 1;
        }

        static byte[][] texts(byte[] row) {
            return textsOf(row, TEXTS, 8);
        }
    }

    static final class Balance {
        static final int BALANCE = 0;
        static final int YTD_PAYMENT = 8;
        static final int PAYMENTS = 16;
        static final int DELIVERIES = 20;
        static final int BYTES = 24;

        private Balance() {}
    }

    static final class DistrictYtd {
        static final int YTD = 0;
        static final int HISTORIES = 8;
        static final int BYTES = 12;

        private DistrictYtd() {}
    }

    static final class DistrictOrders {
        static final int NEXT = 0;
        static final int UNDELIVERED = 4;
        static final int BYTES = 8;

        private DistrictOrders() {}
    }

    /** Carrier 0 stands for null. */
    static final class Order {
        static final int CUSTOMER = 0;
        static final int ENTRY = 4;
        static final int CARRIER = 12;
        static final int LINES = 13;
        static final int ALL_LOCAL = 14;
        static final int BYTES = 15;

        private Order() {}

        static byte[] row(int customer, long entry, int carrier, int lines, boolean allLocal) {
            byte[] row = new byte[BYTES];
            Fields.i32(row, CUSTOMER, customer);
            Fields.i64(row, ENTRY, entry);
            row[CARRIER] = (byte) carrier;
            row[LINES] = (byte) lines;
            row[ALL_LOCAL] = (byte) (allLocal ? 1 : 0);
            return row;
        }
    }

    /** A delivery time of 0 stands for null. */
    static final class Line {
        static final int ITEM = 0;
        static final int SUPPLIER = 4;
        static final int DELIVERY = 8;
        static final int QUANTITY = 16;
        static final int AMOUNT = 20;
        static final int INFO = 24;
        static final int BYTES = 48;

        private Line() {}

        static byte[] row(
                int item, int supplier, long delivery, int quantity, int amount, byte[] info) {
            byte[] row = new byte[BYTES];
            Fields.i32(row, ITEM, item);
            Fields.i32(row, SUPPLIER, supplier);
            Fields.i64(row, DELIVERY, delivery);
            Fields.i32(row, QUANTITY, quantity);
            Fields.i32(row, AMOUNT, amount);
            System.arraycopy(info, 0, row, INFO, INFO_BYTES);
            return row;
        }
    }

    /** Ten district texts of {@link #INFO_BYTES} bytes precede the data. */
    static final class Stock {
        static final int QUANTITY = 0;
        static final int YTD = 4;
        static final int ORDERS = 8;
        static final int REMOTE_ORDERS = 12;
        static final int INFOS = 16;
        static final int DATA = INFOS + TpccScale.DISTRICTS * INFO_BYTES;

        private Stock() {}

        static byte[] info(byte[] row, int district) {
            int from = INFOS + (district - 1) * INFO_BYTES;
            return Arrays.copyOfRange(row, from, from + INFO_BYTES);
        }

        static boolean isOriginal(byte[] row) {
            return contains(row, DATA, ORIGINAL);
        }
    }

    static final class Item {
        static final int IMAGE = 0;
        static final int PRICE = 4;
        private static final int TEXTS = 8;
        static final int NAME = 0;
        static final int DATA = 1;

        private Item() {}

        static byte[] row(int image, int price, byte[] name, byte[] data) {
            return withTexts(new WireWriter(96).i32(image).i32(price), name, data);
        }

        static byte[][] texts(byte[] row) {
            return textsOf(row, TEXTS, 2);
        }

        static boolean isOriginal(byte[] row) {
            return contains(row, TEXTS, ORIGINAL);
        }
    }

    /** A row of HISTORY: numbers, followed by the text column data up to the end of the row. */
    static final class History {
        static final int CUSTOMER = 0;
        static final int CUSTOMER_DISTRICT = 4;
        static final int CUSTOMER_WAREHOUSE = 8;
        static final int DATE = 12;
        static final int AMOUNT = 20;
        static final int DATA = 28;

        private History() {}

        static byte[] row(
                int customer, int district, int warehouse, long date, long amount, byte[] data) {
            byte[] row = new byte[DATA + data.length];
            Fields.i32(row, CUSTOMER, customer);
            Fields.i32(row, CUSTOMER_DISTRICT, district);
            Fields.i32(row, CUSTOMER_WAREHOUSE, warehouse);
            Fields.i64(row, DATE, date);
            Fields.i64(row, AMOUNT, amount);
            System.arraycopy(data, 0, row, DATA, data.length);
            return row;
        }
    }

    static final int INFO_BYTES = 24;

    static final int CUSTOMER_DATA_BYTES_MAX = 500;

    /** Empty, because the table has no column besides its key. */
    static final byte[] NEW_ORDER = {};

    static final byte[] ORIGINAL = ascii("ORIGINAL");

    private TpccRows() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static String text(byte[] ascii) {
        return new String(ascii, StandardCharsets.US_ASCII);
    }

    static String amount(long cents) {
        long whole = Math.abs(cents) / 100;
        long rest = Math.abs(cents) % 100;
        return (cents < 0 ? "-" : "") + whole + (rest < 10 ? ".0" : ".") + rest;
    }

    private static byte[] withTexts(WireWriter numbers, byte[]... texts) {
        for (byte[] text : texts) numbers.bytes(text);
        return numbers.toByteArray();
    }

    private static byte[][] textsOf(byte[] row, int from, int count) {
        WireReader in = new WireReader(row, from, row.length - from);
        byte[][] texts = new byte[count][];
        for (int i = 0; i < count; i++) texts[i] = in.bytes();
        return texts;
    }

    private static boolean contains(byte[] row, int from, byte[] word) {
        for (int i = from; i + word.length <= row.length; i++)
            if (Arrays.equals(row, i, i + word.length, word, 0, word.length)) return true;
        return false;
    }

    static byte[] names(int[] customers) {
        WireWriter out = new WireWriter(2 * customers.length);
        for (int each : customers) out.u8(each >>> 8).u8(each);
        return out.toByteArray();
    }

    /**
     * The customer that a transaction selects by last name: position n/2, rounded up, among n customers (TPC-C
     * 2.5.2.2).
     */
    static int middle(byte[] names) {
        int position = (names.length / 2 + 1) / 2 - 1;
        return ((names[2 * position] & 0xFF) << 8) | (names[2 * position + 1] & 0xFF);
    }
}
