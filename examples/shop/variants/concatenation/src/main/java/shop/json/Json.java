package shop.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much JSON as the shop needs. Objects are maps that keep their order, arrays are lists, numbers are
 * {@link BigDecimal}; whatever else is written as text.
 */
public final class Json {
    private Json() {}

    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof BigDecimal) {
            out.append(((BigDecimal) value).toPlainString());
        } else if (value instanceof Number) {
            out.append(value);
        } else if (value instanceof Map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                quote(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                separator = ",";
            }
            out.append(separator.equals("{") ? "{}" : "}");
        } else if (value instanceof List) {
            String separator = "[";
            for (Object element : (List<?>) value) {
                out.append(separator);
                write(element, out);
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        String quoted = "\"";
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                quoted = quoted + '\\' + letter;
            } else if (letter < ' ') {
                quoted = quoted + String.format("\\u%04x", (int) letter);
            } else {
                quoted = quoted + letter;
            }
        }
        out.append(quoted + "\"");
    }

    /** Reads one value; throws {@link IllegalArgumentException} where the text is not JSON. */
    public static Object read(String text) {
        Reader reader = new Reader(text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.wrong("nothing more");
        }
        return value;
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Object value() {
            skipSpace();
            switch (peek()) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            at++;
            while (!next('}', object.isEmpty())) {
                skipSpace();
                String key = string();
                skipSpace();
                expect(':');
                object.put(key, value());
            }
            return object;
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            at++;
            while (!next(']', array.isEmpty())) {
                array.add(value());
            }
            return array;
        }

        /** True at the closing bracket; false, with the comma read, where another element follows. */
        private boolean next(char close, boolean first) {
            skipSpace();
            if (peek() == close) {
                at++;
                return true;
            }
            if (!first) {
                expect(',');
            }
            return false;
        }

        private String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            for (char c = take(); c != '"'; c = take()) {
                if (c != '\\') {
                    out.append(c);
                    continue;
                }
                char escaped = take();
                switch (escaped) {
                    case 'n':
                        out.append('\n');
                        break;
                    case 't':
                        out.append('\t');
                        break;
                    case 'u':
                        int code = 0;
                        for (int i = 0; i < 4; i++) {
                            code = code * 16 + hexDigit(take());
                        }
                        out.append((char) code);
                        break;
                    default:
                        out.append(escaped);
                }
            }
            return out.toString();
        }

        private int hexDigit(char c) {
            int digit = Character.digit(c, 16);
            if (digit < 0) {
                throw wrong("four hexadecimal digits");
            }
            return digit;
        }

        private BigDecimal number() {
            int start = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            try {
                return new BigDecimal(text.substring(start, at));
            } catch (NumberFormatException e) {
                throw wrong("a value");
            }
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) {
                throw wrong(word);
            }
            at += word.length();
            return value;
        }

        private void skipSpace() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private char peek() {
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private char take() {
            if (at >= text.length()) {
                throw wrong("more text");
            }
            return text.charAt(at++);
        }

        private void expect(char c) {
            if (take() != c) {
                throw wrong("'" + c + "'");
            }
        }

        private IllegalArgumentException wrong(String expected) {
            return new IllegalArgumentException("JSON: expected " + expected + " at character " + at);
        }
    }
}
