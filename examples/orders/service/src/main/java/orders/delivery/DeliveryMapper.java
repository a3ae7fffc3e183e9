package orders.delivery;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

@Mapper
interface DeliveryMapper {
    @Select("select sum(quantity) from order_line where order_number = #{order}")
    Integer pieces(long order);
}
