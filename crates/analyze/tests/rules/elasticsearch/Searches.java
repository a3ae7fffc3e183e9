package sample;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import java.io.IOException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestHighLevelClient;
import org.elasticsearch.client.indices.GetIndexRequest;
import org.springframework.data.elasticsearch.core.ElasticsearchOperations;

class Searches {
    int low(RestClient client) throws IOException {
        return client.performRequest(new Request("GET", "/_search")).getStatusLine().getStatusCode();
    }

    long high(RestHighLevelClient client) throws IOException {
        return client.search(new SearchRequest("index"), RequestOptions.DEFAULT).getTook().millis();
    }

    boolean highIndices(RestHighLevelClient client) throws IOException {
        return client.indices().exists(new GetIndexRequest("index"), RequestOptions.DEFAULT);
    }

    long java(ElasticsearchClient client, String name) throws IOException {
        return client.count(request -> request.index(name)).count();
    }

    boolean javaIndices(ElasticsearchClient client, String name) throws IOException {
        return client.indices().exists(request -> request.index(name)).value();
    }

    String spring(ElasticsearchOperations operations, String id) {
        return operations.get(id, String.class);
    }
}
