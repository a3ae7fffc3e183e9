package shop.scanned;

import org.springframework.stereotype.Component;

@Component
class Found {}
