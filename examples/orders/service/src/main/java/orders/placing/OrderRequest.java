package orders.placing;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;

/** What a customer wants. The reference is the customer's own, and makes sure that nothing is ordered twice. */
record OrderRequest(
        @NotBlank @Size(max = 40) String customer,
        @NotBlank @Size(max = 40) String reference,
        @Pattern(regexp = "[A-Z]{3}") String currency,
        @NotEmpty @Size(max = 20) List<@Valid Line> lines) {
    record Line(@NotBlank String sku, @Min(1) @Max(99) int quantity) {}
}
