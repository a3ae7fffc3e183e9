package other;

import org.apache.ibatis.annotations.Mapper;

/** A mapper of another module. */
@Mapper
public interface SharedMapper {
    int shared();
}
