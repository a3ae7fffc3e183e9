package sample;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import jakarta.validation.Validator;

class Mappers {
    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final Gson GSON = new Gson();

    String written() throws IOException {
        return JACKSON.writeValueAsString(System.currentTimeMillis());
    }

    // What one request gave it, it does not give to the next.
    String writtenOther(String name) throws IOException {
        return JACKSON.writeValueAsString(name);
    }

    String writtenInto() throws IOException {
        StringWriter text = new StringWriter();
        JACKSON.writeValue(text, System.currentTimeMillis());
        return text.toString();
    }

    Map<String, String> read(String text) throws IOException {
        return JACKSON.readValue(text, new TypeReference<Map<String, String>>() {});
    }

    String pretty() throws IOException {
        return JACKSON.writerWithDefaultPrettyPrinter().writeValueAsString(System.nanoTime());
    }

    String gson() {
        return GSON.toJson(System.currentTimeMillis());
    }

    String gsonOther(String name) {
        return GSON.toJson(name);
    }

    Integer gsonRead(String text) {
        return GSON.fromJson(text, Integer.class);
    }

    boolean valid(Validator validator, Object bean) {
        return validator.validate(bean).isEmpty();
    }
}
