package outside;

import org.springframework.stereotype.Component;

/** Not below the package of the application, so nobody scans it. */
@Component
class Outside {}

@Component
class Listed {}

@Component
class Indexed {}

/** Listed too, but as something else. */
class IndexedOtherwise {}
