package java.lang;

/** Objects that one string describes: to that string and back. */
final class RetakeScalars {
    private RetakeScalars() {}

    static String text(Object value) {
        if (value instanceof java.util.Locale) {
            return ((java.util.Locale) value).toLanguageTag();
        }
        if (value instanceof java.net.URL) {
            return ((java.net.URL) value).toExternalForm();
        }
        return value.toString();
    }

    static Object build(String type, String text) throws Exception {
        switch (type) {
            case "java.math.BigDecimal":
                return new java.math.BigDecimal(text);
            case "java.math.BigInteger":
                return new java.math.BigInteger(text);
            case "java.util.UUID":
                return java.util.UUID.fromString(text);
            case "java.net.URI":
                return new java.net.URI(text);
            case "java.net.URL":
                return new java.net.URL(text);
            case "java.io.File":
                return new java.io.File(text);
            case "java.time.Instant":
                return java.time.Instant.parse(text);
            case "java.time.LocalDate":
                return java.time.LocalDate.parse(text);
            case "java.time.LocalTime":
                return java.time.LocalTime.parse(text);
            case "java.time.LocalDateTime":
                return java.time.LocalDateTime.parse(text);
            case "java.time.OffsetDateTime":
                return java.time.OffsetDateTime.parse(text);
            case "java.time.OffsetTime":
                return java.time.OffsetTime.parse(text);
            case "java.time.ZonedDateTime":
                return java.time.ZonedDateTime.parse(text);
            case "java.time.Duration":
                return java.time.Duration.parse(text);
            case "java.time.Period":
                return java.time.Period.parse(text);
            case "java.time.Year":
                return java.time.Year.parse(text);
            case "java.time.YearMonth":
                return java.time.YearMonth.parse(text);
            case "java.time.MonthDay":
                return java.time.MonthDay.parse(text);
            case "java.time.ZoneOffset":
                return java.time.ZoneOffset.of(text);
            case "java.time.ZoneRegion":
                return java.time.ZoneId.of(text);
            case "java.util.Locale":
                return java.util.Locale.forLanguageTag(text);
            case "java.util.Currency":
                return java.util.Currency.getInstance(text);
            case "java.lang.StringBuilder":
                return new StringBuilder(text);
            case "java.lang.StringBuffer":
                return new StringBuffer(text);
            default:
                if (type.contains("Path")) {
                    return java.nio.file.Paths.get(text);
                }
                return java.nio.charset.Charset.forName(text);
        }
    }
}
