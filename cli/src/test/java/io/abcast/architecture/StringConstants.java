package io.abcast.architecture;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the strings in the constant pool of a class file (Java Virtual Machine Specification, section 4.4). */
final class StringConstants {
    private static final int MAGIC = 0xCAFEBABE;

    private StringConstants() {}

    static List<String> of(InputStream classFile) throws IOException {
        DataInputStream in = new DataInputStream(classFile);
        if (in.readInt() != MAGIC) throw new IOException("expected a class file");
        in.readInt(); // skips the version of the class file
        int count = in.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF());
                case 8 -> strings.add(in.readUnsignedShort());
                case 7, 16, 19, 20 -> in.readUnsignedShort();
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> {
                    in.readLong();
                    i++; // A long or double takes two entries of the constant pool.
                }
                default -> throw new IOException("constant " + i + " has tag " + tag);
            }
        }
        return strings.stream().map(texts::get).toList();
    }
}
