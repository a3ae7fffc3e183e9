//! What frameworks do once for the whole process when the first request needs it: it is the service's own, as its start is.

use crate::plan::HookKind;

const ERROR_CODES: &str = "org/springframework/jdbc/support/SQLErrorCodesFactory";
const BY_SOURCE: &str = "(Ljavax/sql/DataSource;)Lorg/springframework/jdbc/support/SQLErrorCodes;";
const TABLES: &str = "org/springframework/jdbc/core/metadata/TableMetaDataProviderFactory";
const TABLE: &str = "(Ljavax/sql/DataSource;Lorg/springframework/jdbc/core/metadata/TableMetaDataContext;)\
                     Lorg/springframework/jdbc/core/metadata/TableMetaDataProvider;";
const CALLS: &str = "org/springframework/jdbc/core/metadata/CallMetaDataProviderFactory";
const CALL: &str = "(Ljavax/sql/DataSource;Lorg/springframework/jdbc/core/metadata/CallMetaDataContext;)\
                    Lorg/springframework/jdbc/core/metadata/CallMetaDataProvider;";
const SINGLETONS: &str = "org/springframework/beans/factory/support/DefaultSingletonBeanRegistry";
const MADE: &str = "(Ljava/lang/String;Lorg/springframework/beans/factory/ObjectFactory;)Ljava/lang/Object;";
const DIALECT: &str = "com/github/pagehelper/page/PageAutoDialect";

/// Hooks around bodies. What is asked on a connection of the request, if it is at hand, is recorded as a whole; what only changes
/// something is set aside.
pub(super) const BODIES: &[(&str, &str, &str, HookKind, &str)] = &[
    (ERROR_CODES, "getErrorCodes", BY_SOURCE, HookKind::Once, "the error codes of a database"),
    (ERROR_CODES, "resolveErrorCodes", BY_SOURCE, HookKind::Once, "the error codes of a database"),
    (TABLES, "createMetaDataProvider", TABLE, HookKind::Once, "the columns of a table"),
    (CALLS, "createMetaDataProvider", CALL, HookKind::Once, "the parameters of a procedure"),
    (SINGLETONS, "getSingleton", MADE, HookKind::Boot, "spring"),
    (DIALECT, "initDelegateDialect", "(Lorg/apache/ibatis/mapping/MappedStatement;)V", HookKind::Boot, "pagehelper"),
    (
        DIALECT,
        "initDelegateDialect",
        "(Lorg/apache/ibatis/mapping/MappedStatement;Ljava/lang/String;)V",
        HookKind::Boot,
        "pagehelper",
    ),
];
