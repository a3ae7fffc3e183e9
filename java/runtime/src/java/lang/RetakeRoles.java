package java.lang;

/**
 * What the calls on handles of JDBC mean for a recording. What a database is asked is an execution: a statement's text and what was bound to
 * it, whichever calls said so. All that leads there, and all that only looks at what came back or at what the driver knows by
 * itself, asks nothing outside.
 */
final class RetakeRoles {
    // Of which kind a handle is.
    static final int ROWS = 1;
    static final int CONNECTION = 2;
    static final int STATEMENT = 3;
    static final int DESCRIPTION = 4;

    // What a call on one of them is.

    /** It asks something outside. */
    static final int EVENT = 0;
    /** It looks at what is known already: kept with what came back, without clock and thread. */
    static final int READ = 1;
    /** A setting that changes no answer, or giving back: kept only if it fails. */
    static final int QUIET = 2;
    /** It makes a statement, which asks nothing before it is executed. */
    static final int MAKES = 3;
    /** It tells a statement what to ask. */
    static final int TELLS = 4;
    /** It asks what the statement was told. */
    static final int EXECUTES = 5;
    /** It asks what a statement's text means. */
    static final int DESCRIBES = 6;
    /** It looks at what an execution left in its statement. */
    static final int FOLLOWS = 7;
    /** It gives the handle that this one was got from. */
    static final int BACK = 8;

    private static final int BITS = 4;

    private static final String[][] FAMILIES = {
        {},
        {"java.sql.ResultSet", "java.sql.ResultSetMetaData"},
        {"java.sql.Connection"},
        {"java.sql.Statement", "java.sql.PreparedStatement", "java.sql.CallableStatement"},
        {"java.sql.DatabaseMetaData"},
    };

    private static final String CONNECTION_READS =
            " getAutoCommit getMetaData getTransactionIsolation isReadOnly isClosed getWarnings getCatalog getSchema getHoldability"
                    + " getNetworkTimeout getClientInfo getTypeMap nativeSQL isWrapperFor ";
    private static final String CONNECTION_QUIET =
            " close clearWarnings setReadOnly setHoldability setNetworkTimeout setClientInfo setTypeMap beginRequest endRequest ";
    private static final String STATEMENT_QUIET =
            " close clearWarnings setFetchSize setFetchDirection setQueryTimeout setPoolable closeOnCompletion ";
    private static final String STATEMENT_TELLS = " registerOutParameter addBatch clearBatch clearParameters ";
    private static final String STATEMENT_EXECUTES =
            " execute executeQuery executeUpdate executeBatch executeLargeUpdate executeLargeBatch ";
    private static final String STATEMENT_DESCRIBES = " getMetaData getParameterMetaData ";

    private RetakeRoles() {}

    /** Of which kind the handles of a type are; 0 of none. */
    static int family(String type) {
        for (int family = 1; family < FAMILIES.length; family++) {
            for (String known : FAMILIES[family]) {
                if (known.equals(type)) {
                    return family;
                }
            }
        }
        return 0;
    }

    /** What a method is for each kind of handle, as one number. */
    static int of(String signature) {
        String name = signature.substring(0, signature.indexOf('('));
        int rows = name.equals("getStatement") ? BACK : name.equals("close") ? QUIET : RetakeKinds.reads(signature) ? READ : EVENT;
        return rows << BITS * ROWS | connection(name) << BITS * CONNECTION | statement(name) << BITS * STATEMENT
                | description(signature, name) << BITS * DESCRIPTION;
    }

    /** What it is for one of them. */
    static int role(int roles, int family) {
        return family == 0 ? EVENT : roles >>> BITS * family & (1 << BITS) - 1;
    }

    private static int connection(String name) {
        if (name.equals("prepareStatement") || name.equals("createStatement") || name.equals("prepareCall")) {
            return MAKES;
        }
        return has(CONNECTION_READS, name) ? READ : has(CONNECTION_QUIET, name) ? QUIET : EVENT;
    }

    private static int statement(String name) {
        if (name.equals("getConnection")) {
            return BACK;
        }
        if (has(STATEMENT_QUIET, name)) {
            return QUIET;
        }
        if (has(STATEMENT_EXECUTES, name)) {
            return EXECUTES;
        }
        if (has(STATEMENT_DESCRIBES, name)) {
            return DESCRIBES;
        }
        if (name.startsWith("set") || has(STATEMENT_TELLS, name)) {
            return TELLS;
        }
        return name.startsWith("get") || name.startsWith("is") || name.startsWith("enquote") || name.equals("wasNull") ? FOLLOWS : EVENT;
    }

    /** What a database says of itself; what is in it, it is asked for. */
    private static int description(String signature, String name) {
        boolean asks = signature.endsWith(")Ljava/sql/ResultSet;") || name.equals("getConnection") || name.equals("unwrap");
        return asks ? EVENT : READ;
    }

    private static boolean has(String names, String name) {
        return names.contains(new StringBuilder(" ").append(name).append(' ').toString());
    }
}
