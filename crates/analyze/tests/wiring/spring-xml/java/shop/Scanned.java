package shop;

import org.springframework.stereotype.Component;

@Component
class Unscanned {}
