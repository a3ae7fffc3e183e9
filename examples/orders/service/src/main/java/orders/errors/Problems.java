package orders.errors;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import orders.journal.Journal;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClientException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Turns exceptions into answers. */
@RestControllerAdvice
class Problems {
    @ExceptionHandler
    @ResponseStatus(HttpStatus.NOT_FOUND)
    Problem notFound(NotFound e) {
        return problem(e.getMessage(), List.of());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.NOT_FOUND)
    Problem nowhere(NoResourceFoundException e) {
        return problem("there is nothing at /" + e.getResourcePath(), List.of());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONFLICT)
    Problem conflict(Conflict e) {
        return problem(e.getMessage(), List.of());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONFLICT)
    Problem duplicate(DuplicateKeyException e) {
        return problem("this was sent before", List.of());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    Problem invalid(MethodArgumentNotValidException e) {
        List<String> details = e.getFieldErrors().stream().map(Problems::describe).sorted().toList();
        return problem("the request is not valid", details);
    }

    @ExceptionHandler({
        HttpMessageNotReadableException.class,
        MissingServletRequestParameterException.class,
        MethodArgumentTypeMismatchException.class
    })
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    Problem unreadable(Exception e) {
        return problem("the request cannot be understood", List.of());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.BAD_GATEWAY)
    Problem neighbour(RestClientException e) {
        return problem("the warehouse does not answer", List.of());
    }

    private static String describe(FieldError error) {
        return error.getField() + " " + error.getDefaultMessage();
    }

    private static Problem problem(String message, List<String> details) {
        Problem problem = new Problem(message, details, UUID.randomUUID(), Instant.now());
        Journal.note("uuid {}", problem.incident());
        Journal.note("time {}", problem.at());
        return problem;
    }
}
