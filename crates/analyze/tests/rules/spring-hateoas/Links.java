package sample;

import org.springframework.hateoas.Link;
import org.springframework.hateoas.server.EntityLinks;
import org.springframework.stereotype.Component;

@Component
class Links {
    private EntityLinks links;

    void setLinks(EntityLinks links) {
        this.links = links;
    }

    Link all() {
        return links.linkToCollectionResource(String.class);
    }
}
