package orders.placing;

import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** Orders; {@code OrderMapper.xml} has the longer statements. */
@Mapper
public interface OrderMapper {
    @Insert("""
            insert into orders (token, customer, reference, status, currency, total, pickup_code, placed_at)
            values (#{token}, #{customer}, #{reference}, #{status}, #{currency}, #{total}, #{pickupCode}, #{placedAt})
            """)
    @Options(useGeneratedKeys = true, keyProperty = "number", keyColumn = "number")
    void insert(Order order);

    void insertLines(@Param("number") long number, @Param("lines") List<OrderLine> lines);

    @Select("select * from orders where number = #{number}")
    Order byNumber(long number);

    @Select("select sku, quantity, price from order_line where order_number = #{number} order by sku")
    List<OrderLine> lines(long number);

    List<Order> search(OrderSearch search);

    @Update("""
            update orders set status = 'CANCELLED', cancelled_at = #{at}
            where number = #{number} and status = 'PLACED'
            """)
    int cancel(long number, Instant at);
}
