package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.data.keyvalue.repository.KeyValueRepository;
import org.springframework.data.redis.core.RedisHash;
import org.springframework.data.repository.CrudRepository;

@Entity
class Bill {
    @Id long number;
}

@RedisHash("tokens")
class Token {
    String text;
}

class Desk {
    String name;
}

class Document {
    String text;
}

/** What it keeps is in tables, so the connection below is recorded. */
interface Bills extends CrudRepository<Bill, Long> {}

/** The same, whatever it says of keys and values. */
interface OpenBills extends KeyValueRepository<Bill, Long> {}

interface Tokens extends KeyValueRepository<Token, String> {}

/** A map in the process. */
interface Desks extends KeyValueRepository<Desk, String> {}

/** Nobody says where these are kept. */
interface Documents extends CrudRepository<Document, String> {}

class Office {
    Bills bills;
    OpenBills openBills;
    Tokens tokens;
    Desks desks;
    Documents documents;

    boolean has(long number, String name) {
        return bills.existsById(number) && openBills.existsById(number) && tokens.existsById(name)
                && desks.existsById(name) && documents.existsById(name);
    }
}
