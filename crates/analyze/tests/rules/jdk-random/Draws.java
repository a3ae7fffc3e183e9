package sample;

import java.rmi.dgc.VMID;
import java.rmi.server.UID;
import java.security.AlgorithmParameterGenerator;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;

class Draws {
    double math() {
        return Math.random();
    }

    double strict() {
        return StrictMath.random();
    }

    UUID uuid() {
        return UUID.randomUUID();
    }

    UUID named(byte[] name) {
        return UUID.nameUUIDFromBytes(name);
    }

    int random() {
        return new Random().nextInt(3, 7);
    }

    int seeded() {
        return new Random(42).nextInt(3, 7);
    }

    boolean gaussian(Random any) {
        return any.nextGaussian() > 1;
    }

    int split() {
        return new SplittableRandom().split().nextInt();
    }

    int splitSeeded() {
        return new SplittableRandom(1).split().nextInt();
    }

    long local() {
        return ThreadLocalRandom.current().nextLong(10);
    }

    byte[] secure() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    int strong() throws GeneralSecurityException {
        return SecureRandom.getInstanceStrong().nextInt();
    }

    byte[] seed() {
        return SecureRandom.getSeed(4);
    }

    int generator() {
        return RandomGenerator.getDefault().nextInt();
    }

    int generatorOf(String name) {
        return RandomGenerator.of(name).nextInt();
    }

    int factory() {
        return RandomGeneratorFactory.getDefault().create().nextInt();
    }

    int factorySeeded() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(7L).nextInt();
    }

    List<String> shuffled(List<String> names) {
        Collections.shuffle(names);
        return names;
    }

    List<String> shuffledSame(List<String> names) {
        Collections.shuffle(names, new Random(3));
        return names;
    }

    byte[] keyPair() throws GeneralSecurityException {
        return KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic().getEncoded();
    }

    byte[] key() throws GeneralSecurityException {
        return KeyGenerator.getInstance("AES").generateKey().getEncoded();
    }

    Object parameters() throws GeneralSecurityException {
        return AlgorithmParameterGenerator.getInstance("DH").generateParameters();
    }

    byte[] encrypted(Key key, byte[] text) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        byte[] vector = cipher.getIV();
        byte[] secret = cipher.doFinal(text);
        byte[] both = new byte[vector.length + secret.length];
        System.arraycopy(vector, 0, both, 0, vector.length);
        System.arraycopy(secret, 0, both, vector.length, secret.length);
        return both;
    }

    byte[] signed(Signature signature) throws GeneralSecurityException {
        return signature.sign();
    }

    byte[] signedInto(Signature signature) throws GeneralSecurityException {
        byte[] bytes = new byte[64];
        signature.sign(bytes, 0, 64);
        return bytes;
    }

    boolean verified(Signature signature, byte[] bytes) throws GeneralSecurityException {
        return signature.verify(bytes);
    }

    byte[] digest(byte[] text) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(text);
    }

    byte[] mac(Mac mac, byte[] text) {
        return mac.doFinal(text);
    }

    String uid() {
        return new UID().toString();
    }

    String wellKnownUid() {
        return new UID((short) 7).toString();
    }

    String vmid() {
        return new VMID().toString();
    }
}
