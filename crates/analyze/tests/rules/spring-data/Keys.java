package sample;

import org.springframework.data.keyvalue.core.IdentifierGenerator;
import org.springframework.data.util.TypeInformation;

class Keys implements IdentifierGenerator {
    @Override
    @SuppressWarnings("unchecked")
    public <T> T generateIdentifierOfType(TypeInformation<T> type) {
        return (T) "key";
    }
}
