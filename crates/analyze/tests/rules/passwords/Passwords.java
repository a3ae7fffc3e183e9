package sample;

import org.springframework.security.crypto.bcrypt.BCrypt;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.encrypt.TextEncryptor;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.security.crypto.password.PasswordEncoder;

class Passwords {
    private static final PasswordEncoder ENCODER = new BCryptPasswordEncoder();

    String hashed(String password) {
        return ENCODER.encode(password);
    }

    String hashedBy(BCryptPasswordEncoder encoder, String password) {
        return encoder.encode(password);
    }

    boolean matches(String password, String hash) {
        return ENCODER.matches(password, hash);
    }

    String key() {
        return KeyGenerators.string().generateKey();
    }

    String encrypted(TextEncryptor encryptor, String text) {
        return encryptor.encrypt(text);
    }

    String decrypted(TextEncryptor encryptor, String text) {
        return encryptor.decrypt(text);
    }

    String salted(String password) {
        return BCrypt.hashpw(password, BCrypt.gensalt());
    }

    String older(String password) {
        return org.mindrot.jbcrypt.BCrypt.hashpw(password, org.mindrot.jbcrypt.BCrypt.gensalt(12));
    }

    boolean olderMatches(String password, String hash) {
        return org.mindrot.jbcrypt.BCrypt.checkpw(password, hash);
    }
}
