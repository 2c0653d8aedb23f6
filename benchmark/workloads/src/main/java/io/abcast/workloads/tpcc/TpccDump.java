package io.abcast.workloads.tpcc;

import io.abcast.partitions.RowKey;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.CsvTable;
import io.abcast.workloads.Fields;
import io.abcast.workloads.tpcc.TpccRows.Balance;
import io.abcast.workloads.tpcc.TpccRows.Customer;
import io.abcast.workloads.tpcc.TpccRows.DistrictOrders;
import io.abcast.workloads.tpcc.TpccRows.History;
import io.abcast.workloads.tpcc.TpccRows.Item;
import io.abcast.workloads.tpcc.TpccRows.Line;
import io.abcast.workloads.tpcc.TpccRows.Order;
import io.abcast.workloads.tpcc.TpccRows.Place;
import io.abcast.workloads.tpcc.TpccRows.Stock;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Writes the tables of TPC-C as CSV files, with the columns of the specification. Amounts have two decimals, taxes and
 * discounts four; times are in UTC, and a null is an empty cell. HISTORY has no primary key, so its rows are sorted by
 * warehouse and district, and then in the order of the payments.
 */
final class TpccDump {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private interface Columns {
        Csv of(RowKey key, byte[] row, FrozenRows rows, Csv csv);
    }

    private TpccDump() {}

    static List<CsvTable> all() {
        return List.of(
                table(
                        "warehouse",
                        "W_ID,W_NAME,W_STREET_1,W_STREET_2,W_CITY,W_STATE,W_ZIP,W_TAX,W_YTD",
                        TpccTables.WAREHOUSE,
                        TpccDump::warehouse),
                table(
                        "district",
                        "D_ID,D_W_ID,D_NAME,D_STREET_1,D_STREET_2,D_CITY,D_STATE,D_ZIP,D_TAX,D_YTD,D_NEXT_O_ID",
                        TpccTables.DISTRICT,
                        TpccDump::district),
                table(
                        "customer",
                        "C_ID,C_D_ID,C_W_ID,C_FIRST,C_MIDDLE,C_LAST,C_STREET_1,C_STREET_2,C_CITY,C_STATE,C_ZIP,"
                                + "C_PHONE,C_SINCE,C_CREDIT,C_CREDIT_LIM,C_DISCOUNT,C_BALANCE,C_YTD_PAYMENT,"
                                + "C_PAYMENT_CNT,C_DELIVERY_CNT,C_DATA",
                        TpccTables.CUSTOMER,
                        TpccDump::customer),
                table(
                        "history",
                        "H_C_ID,H_C_D_ID,H_C_W_ID,H_D_ID,H_W_ID,H_DATE,H_AMOUNT,H_DATA",
                        TpccTables.HISTORY,
                        TpccDump::history),
                table(
                        "new_order",
                        "NO_O_ID,NO_D_ID,NO_W_ID",
                        TpccTables.NEW_ORDER,
                        (key, row, rows, csv) -> csv.add(number(key)).place(key)),
                table(
                        "order",
                        "O_ID,O_D_ID,O_W_ID,O_C_ID,O_ENTRY_D,O_CARRIER_ID,O_OL_CNT,O_ALL_LOCAL",
                        TpccTables.ORDER,
                        TpccDump::order),
                table(
                        "order_line",
                        "OL_O_ID,OL_D_ID,OL_W_ID,OL_NUMBER,OL_I_ID,OL_SUPPLY_W_ID,OL_DELIVERY_D,OL_QUANTITY,"
                                + "OL_AMOUNT,OL_DIST_INFO",
                        TpccTables.ORDER_LINE,
                        TpccDump::line),
                table(
                        "item",
                        "I_ID,I_IM_ID,I_NAME,I_PRICE,I_DATA",
                        TpccTables.ITEM,
                        TpccDump::item),
                table(
                        "stock",
                        "S_I_ID,S_W_ID,S_QUANTITY,S_DIST_01,S_DIST_02,S_DIST_03,S_DIST_04,S_DIST_05,S_DIST_06,"
                                + "S_DIST_07,S_DIST_08,S_DIST_09,S_DIST_10,S_YTD,S_ORDER_CNT,S_REMOTE_CNT,S_DATA",
                        TpccTables.STOCK,
                        TpccDump::stock));
    }

    private static CsvTable table(String name, String columns, int table, Columns line) {
        return new CsvTable() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public List<String> columns() {
                return List.of(columns.split(",", -1));
            }

            @Override
            public void lines(FrozenRows rows, Lines lines) throws IOException {
                Csv csv = new Csv();
                rows.forEach(
                        table,
                        (key, row) -> lines.add(line.of(key, row, rows, csv.begin()).line()));
            }
        };
    }

    private static final class Csv {
        private final StringBuilder line = new StringBuilder();

        Csv begin() {
            line.setLength(0);
            return this;
        }

        Csv add(long number) {
            return add(Long.toString(number));
        }

        Csv add(String text) {
            if (line.length() > 0) line.append(',');
            line.append(text);
            return this;
        }

        Csv texts(byte[]... texts) {
            for (byte[] each : texts) add(TpccRows.text(each));
            return this;
        }

        Csv amount(long cents) {
            return add(TpccRows.amount(cents));
        }

        Csv fraction(int tenThousandths) {
            return add("0." + String.valueOf(10_000 + tenThousandths).substring(1));
        }

        Csv time(long millis) {
            return add(millis == 0 ? "" : TIME.format(Instant.ofEpochMilli(millis)));
        }

        Csv place(RowKey key) {
            return add(TpccTables.districtOf(key)).add(TpccTables.warehouseOf(key));
        }

        CharSequence line() {
            return line;
        }
    }

    private static int number(RowKey key) {
        return TpccTables.numberOf(key);
    }

    private static byte[] row(FrozenRows rows, int table, RowKey key) {
        return rows.get(RowKey.of(table, key.id()));
    }

    private static Csv warehouse(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        csv.add(TpccTables.warehouseOf(key)).texts(Place.texts(row));
        csv.fraction(Fields.i32(row, Place.TAX));
        return csv.amount(Fields.i64(row(rows, TpccTables.WAREHOUSE_YTD, key), 0));
    }

    private static Csv district(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        csv.place(key).texts(Place.texts(row)).fraction(Fields.i32(row, Place.TAX));
        csv.amount(Fields.i64(row(rows, TpccTables.DISTRICT_YTD, key), 0));
        byte[] orders = row(rows, TpccTables.DISTRICT_ORDERS, key);
        return csv.add(Fields.i32(orders, DistrictOrders.NEXT));
    }

    private static Csv customer(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        byte[][] texts = Customer.texts(row);
        csv.add(number(key)).place(key);
        csv.texts(texts[Customer.FIRST]).add("OE");
        csv.texts(Arrays.copyOfRange(texts, Customer.LAST, texts.length));
        csv.time(Fields.i64(row, Customer.SINCE)).add(Customer.isGood(row) ? "GC" : "BC");
        csv.amount(Fields.i64(row, Customer.LIMIT));
        csv.fraction(Fields.i32(row, Customer.DISCOUNT));
        byte[] balance = row(rows, TpccTables.CUSTOMER_BALANCE, key);
        csv.amount(Fields.i64(balance, Balance.BALANCE));
        csv.amount(Fields.i64(balance, Balance.YTD_PAYMENT));
        csv.add(Fields.i32(balance, Balance.PAYMENTS));
        csv.add(Fields.i32(balance, Balance.DELIVERIES));
        return csv.texts(row(rows, TpccTables.CUSTOMER_DATA, key));
    }

    private static Csv history(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        csv.add(Fields.i32(row, History.CUSTOMER));
        csv.add(Fields.i32(row, History.CUSTOMER_DISTRICT));
        csv.add(Fields.i32(row, History.CUSTOMER_WAREHOUSE));
        csv.place(key).time(Fields.i64(row, History.DATE));
        csv.amount(Fields.i64(row, History.AMOUNT));
        return csv.texts(Arrays.copyOfRange(row, History.DATA, row.length));
    }

    private static Csv order(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        csv.add(number(key)).place(key).add(Fields.i32(row, Order.CUSTOMER));
        csv.time(Fields.i64(row, Order.ENTRY));
        csv.add(row[Order.CARRIER] == 0 ? "" : Integer.toString(row[Order.CARRIER]));
        return csv.add(row[Order.LINES]).add(row[Order.ALL_LOCAL]);
    }

    private static Csv line(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        csv.add(TpccTables.orderOfLine(key)).place(key).add(TpccTables.lineOfLine(key));
        csv.add(Fields.i32(row, Line.ITEM)).add(Fields.i32(row, Line.SUPPLIER));
        csv.time(Fields.i64(row, Line.DELIVERY)).add(Fields.i32(row, Line.QUANTITY));
        csv.amount(Fields.i32(row, Line.AMOUNT));
        return csv.texts(Arrays.copyOfRange(row, Line.INFO, row.length));
    }

    private static Csv item(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        byte[][] texts = Item.texts(row);
        csv.add(number(key)).add(Fields.i32(row, Item.IMAGE)).texts(texts[Item.NAME]);
        return csv.amount(Fields.i32(row, Item.PRICE)).texts(texts[Item.DATA]);
    }

    private static Csv stock(RowKey key, byte[] row, FrozenRows rows, Csv csv) {
        csv.add(number(key)).add(TpccTables.warehouseOf(key));
        csv.add(Fields.i32(row, Stock.QUANTITY));
        for (int d = 1; d <= TpccScale.DISTRICTS; d++) csv.texts(Stock.info(row, d));
        csv.add(Fields.i32(row, Stock.YTD)).add(Fields.i32(row, Stock.ORDERS));
        csv.add(Fields.i32(row, Stock.REMOTE_ORDERS));
        return csv.texts(Arrays.copyOfRange(row, Stock.DATA, row.length));
    }
}
