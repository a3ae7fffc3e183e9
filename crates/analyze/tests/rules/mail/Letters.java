package sample;

import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import org.springframework.mail.MailSender;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;

class Letters {
    void send(Message message) throws MessagingException {
        Transport.send(message);
    }

    int unread(Folder folder) throws MessagingException {
        return folder.getUnreadMessageCount();
    }

    String name(Folder folder) {
        return folder.getName();
    }

    void older(javax.mail.Message message) throws javax.mail.MessagingException {
        javax.mail.Transport.send(message);
    }

    void spring(MailSender sender, String to) {
        SimpleMailMessage message = new SimpleMailMessage();
        message.setTo(to);
        message.setText("" + System.currentTimeMillis());
        sender.send(message);
    }

    void springMime(JavaMailSender sender, SimpleMailMessage message) {
        sender.send(message);
    }
}
