package sample;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.Session;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.net.ftp.FTPClient;

class Remote {
    void connect(Session session) throws Exception {
        session.connect();
    }

    int list(ChannelSftp channel) throws Exception {
        return channel.ls("/").size();
    }

    void put(ChannelSftp channel, InputStream content) throws Exception {
        channel.put(content, "/file");
    }

    int status(ChannelExec channel) throws Exception {
        channel.connect();
        return channel.getExitStatus();
    }

    boolean retrieve(FTPClient client, OutputStream out) throws Exception {
        client.connect("host");
        return client.retrieveFile("file", out);
    }

    int buffer(FTPClient client) {
        return client.getBufferSize();
    }
}
