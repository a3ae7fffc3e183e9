package shop;

import java.util.UUID;
import org.apache.dubbo.config.annotation.DubboService;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is written down by its fields: no code reads them. */
class Receipt {
    public long at;
    public Seal seal;
    private String number;
    private final long made;

    Receipt(long made) {
        this.made = made;
    }

    void number(String number) {
        this.number = number;
    }
}

class Seal {
    private long nonce;

    void press(long nonce) {
        this.nonce = nonce;
    }
}

/** The same, of which none is ever given to anybody. */
class Draft {
    public long at;
}

@Service
class Desk {
    Receipt receipt() {
        Receipt receipt = new Receipt(System.currentTimeMillis());
        receipt.number(UUID.randomUUID().toString());
        receipt.seal = new Seal();
        return receipt;
    }

    void stamp(Receipt receipt) {
        receipt.seal.press(System.nanoTime());
    }

    Draft draft() {
        Draft draft = new Draft();
        draft.at = System.currentTimeMillis();
        return draft;
    }
}

@RestController
class Shop {
    private final Desk desk;

    Shop(Desk desk) {
        this.desk = desk;
    }

    @GetMapping("/receipt")
    Receipt receipt() {
        Receipt receipt = desk.receipt();
        desk.stamp(receipt);
        desk.draft();
        return receipt;
    }
}

interface BillApi {
    Receipt bill();
}

@DubboService
class Bills implements BillApi {
    @Override
    public Receipt bill() {
        Receipt receipt = new Receipt(1);
        receipt.at = System.currentTimeMillis();
        return receipt;
    }
}
