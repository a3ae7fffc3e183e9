package sample;

import com.clickhouse.client.ClickHouseRequest;
import com.clickhouse.client.ClickHouseResponse;
import com.influxdb.client.QueryApi;
import com.influxdb.client.WriteApiBlocking;
import com.influxdb.client.domain.WritePrecision;
import org.influxdb.InfluxDB;
import org.influxdb.dto.Query;

class Series {
    boolean influx(InfluxDB influx) {
        return influx.query(new Query("select 1")).hasError();
    }

    void influxWrite(InfluxDB influx) {
        influx.write("cpu value=" + System.nanoTime());
    }

    String influx2(QueryApi query) {
        return query.queryRaw("from(bucket: \"b\")");
    }

    void influx2Write(WriteApiBlocking write) {
        write.writeRecord(WritePrecision.NS, "cpu value=1");
    }

    long clickhouse(ClickHouseRequest<?> request) throws Exception {
        try (ClickHouseResponse response = request.executeAndWait()) {
            return response.getSummary().getReadRows();
        }
    }
}
