package sample;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

class Tables {
    byte[] get(Table table, byte[] row) throws IOException {
        return table.get(new Get(row)).value();
    }

    void put(Table table, byte[] row) throws IOException {
        table.put(new Put(row, System.currentTimeMillis()));
    }

    int scan(Table table) throws IOException {
        int count = 0;
        try (ResultScanner scanner = table.getScanner(new Scan())) {
            for (Result result : scanner) {
                count += result.size();
            }
        }
        return count;
    }

    Object name(Table table) {
        return table.getName();
    }
}
