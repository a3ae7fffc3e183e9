package shop.marked;

import org.springframework.stereotype.Repository;

@Repository
public interface Marked {
    int one();
}
