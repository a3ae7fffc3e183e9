package sample;

import com.aventrix.jnanoid.jnanoid.NanoIdUtils;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import com.fasterxml.uuid.Generators;
import com.github.f4b6a3.tsid.TsidCreator;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.yitter.idgen.YitIdHelper;
import de.huxhorn.sulky.ulid.ULID;
import io.hypersistence.tsid.TSID;
import java.util.UUID;
import org.bson.types.ObjectId;
import org.springframework.util.AlternativeJdkIdGenerator;
import org.springframework.util.IdGenerator;

class Ids {
    private final IdGenerator ids = new AlternativeJdkIdGenerator();
    private final ULID ulid = new ULID();

    long worker() {
        return IdWorker.getId();
    }

    String worker32() {
        return IdWorker.get32UUID();
    }

    Number identifier(IdentifierGenerator generator, Object entity) {
        return generator.nextId(entity);
    }

    Number defaultIdentifier(DefaultIdentifierGenerator generator, Object entity) {
        return generator.nextId(entity);
    }

    UUID spring() {
        return ids.generateId();
    }

    ObjectId object() {
        return new ObjectId();
    }

    ObjectId objectOf(String text) {
        return new ObjectId(text);
    }

    UUID timeBased() {
        return Generators.timeBasedGenerator().generate();
    }

    UUID nameBased(String name) {
        return Generators.nameBasedGenerator().generate(name);
    }

    Ulid creator() {
        return UlidCreator.getMonotonicUlid();
    }

    Ulid parsed(String text) {
        return Ulid.from(text);
    }

    long tsid() {
        return TsidCreator.getTsid().toLong();
    }

    UUID ordered() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    UUID named(String name) {
        return UuidCreator.getNameBasedSha1(name);
    }

    long hypersistence() {
        return TSID.Factory.getTsid().toLong();
    }

    String sulky() {
        return ulid.nextULID();
    }

    String nano() {
        return NanoIdUtils.randomNanoId();
    }

    long yitter() {
        return YitIdHelper.nextId();
    }
}
