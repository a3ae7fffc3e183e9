package sample;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

class Mapped {
    private final Names names;

    Mapped(Names names) {
        this.names = names;
    }

    String one(int id) {
        return names.one(id);
    }

    // What is asked counts although the call is no point.
    void add() {
        names.add(System.nanoTime());
    }

    @Mapper
    interface Names {
        @Select("select name from names where id = #{id}")
        String one(int id);

        @Insert("insert into names (id) values (#{id})")
        void add(long id);
    }
}
