package java.lang;

/** Objects that one string describes: to that string and back. */
final class RetakeScalars {
    private RetakeScalars() {}

    static String text(Object value) {
        if (value instanceof java.util.Locale) {
            return locale((java.util.Locale) value);
        }
        if (value instanceof java.util.regex.Pattern) {
            java.util.regex.Pattern pattern = (java.util.regex.Pattern) value;
            return new StringBuilder().append(pattern.flags()).append(' ').append(pattern.pattern()).toString();
        }
        if (value instanceof java.net.URL) {
            return ((java.net.URL) value).toExternalForm();
        }
        return value.toString();
    }

    /** The tag; a bar and the three parts where a tag would be another locale's. */
    private static String locale(java.util.Locale locale) {
        String tag = locale.toLanguageTag();
        if (locale.equals(java.util.Locale.forLanguageTag(tag))) {
            return tag;
        }
        return new StringBuilder("|").append(locale.getLanguage()).append('|').append(locale.getCountry()).append('|')
                .append(locale.getVariant()).toString();
    }

    private static java.util.Locale locale(String text) {
        if (!text.startsWith("|")) {
            return java.util.Locale.forLanguageTag(text);
        }
        int country = text.indexOf('|', 1);
        int variant = text.indexOf('|', country + 1);
        return new java.util.Locale(text.substring(1, country), text.substring(country + 1, variant),
                text.substring(variant + 1));
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
                return locale(text);
            case "java.util.regex.Pattern":
                int space = text.indexOf(' ');
                return java.util.regex.Pattern.compile(
                        text.substring(space + 1), Integer.parseInt(text.substring(0, space)));
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
