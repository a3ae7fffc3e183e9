package orders.journal;

import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/** Notes how transactions end. */
@Component
class Transactions implements TransactionExecutionListener {
    @Override
    public void afterCommit(TransactionExecution transaction, Throwable failure) {
        Journal.note("commit");
    }

    @Override
    public void afterRollback(TransactionExecution transaction, Throwable failure) {
        Journal.note("rollback");
    }
}
