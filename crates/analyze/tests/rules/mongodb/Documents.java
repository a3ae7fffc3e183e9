package sample;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;

class Documents {
    String first(MongoCollection<Document> collection) {
        return collection.find().first().getString("name");
    }

    int count(MongoCollection<Document> collection) {
        int count = 0;
        FindIterable<Document> found = collection.find().limit(10);
        try (MongoCursor<Document> cursor = found.iterator()) {
            while (cursor.hasNext()) {
                cursor.next();
                count++;
            }
        }
        return count;
    }

    void insert(MongoCollection<Document> collection) {
        collection.insertOne(new Document("at", System.currentTimeMillis()));
    }

    String name(MongoDatabase database) {
        return database.getCollection("c").getNamespace().getCollectionName();
    }

    List<String> template(MongoTemplate template, Query query) {
        return template.find(query, String.class);
    }

    String saved(MongoOperations operations, String name) {
        return operations.save(name);
    }

    // The collection that is handed over is asked instead.
    Long raw(MongoOperations operations) {
        return operations.execute("c", collection -> collection.countDocuments());
    }

    List<String> fluent(MongoTemplate template) {
        return template.query(String.class).inCollection("c").all();
    }
}
