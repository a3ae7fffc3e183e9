package sample;

import java.util.List;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import org.springframework.ldap.core.AttributesMapper;
import org.springframework.ldap.core.LdapOperations;
import org.springframework.ldap.core.LdapTemplate;

class Directory {
    private final LdapTemplate template;

    Directory(LdapTemplate template) {
        this.template = template;
    }

    boolean found(DirContext directory, String name) throws NamingException {
        NamingEnumeration<SearchResult> results = directory.search("dc=example", "(cn=" + name + ")", new SearchControls());
        return results.hasMore();
    }

    Object attributes(InitialDirContext directory) throws NamingException {
        return directory.getAttributes("cn=a").get("mail").get();
    }

    // What a container put there at start.
    Object resource(Context context) throws NamingException {
        return context.lookup("java:comp/env/limit");
    }

    List<String> byTemplate(AttributesMapper<String> mapper) {
        return template.search("dc=example", "(objectClass=person)", mapper);
    }

    void byOperations(LdapOperations operations) {
        operations.unbind("cn=a");
    }
}
