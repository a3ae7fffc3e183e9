package shop;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.stereotype.Controller;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.TextWebSocketHandler;

@ServerEndpoint("/chat")
class Chat {
    @OnMessage
    public void said(String text) {}
}

class Prices extends TextWebSocketHandler {
    @Override
    protected void handleTextMessage(WebSocketSession session, TextMessage message) {}
}

@Controller
class Stomp {
    @MessageMapping("/trade")
    public void trade(String order) {}
}
