package orders.rates;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

@Configuration(proxyBeanMethods = false)
class WarehouseConfig {
    @Bean
    RestClient warehouse(RestClient.Builder builder, @Value("${warehouse.url}") String url) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory();
        requests.setReadTimeout(Duration.ofSeconds(10));
        return builder.baseUrl(url).requestFactory(requests).build();
    }
}
