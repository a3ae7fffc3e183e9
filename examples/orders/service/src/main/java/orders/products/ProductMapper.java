package orders.products;

import java.math.BigDecimal;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

@Mapper
public interface ProductMapper {
    @Select("select sku, name, category, price, stock from product where sku = #{sku}")
    Product bySku(String sku);

    @Select("select sku, name, category, price, stock from product where category = #{category} order by sku")
    List<Product> byCategory(String category);

    @Update("update product set price = #{price} where sku = #{sku}")
    int changePrice(String sku, BigDecimal price);

    /** Takes from the stock what is there; changes nothing when it is not. */
    @Update("update product set stock = stock - #{quantity} where sku = #{sku} and stock >= #{quantity}")
    int take(String sku, int quantity);

    @Update("update product set stock = stock + #{quantity} where sku = #{sku}")
    int putBack(String sku, int quantity);
}
