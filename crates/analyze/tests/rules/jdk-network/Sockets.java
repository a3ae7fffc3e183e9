package sample;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.rmi.Naming;
import javax.net.ssl.SSLSocketFactory;

class Sockets {
    int ask(String host) throws IOException {
        try (Socket socket = new Socket(host, 7)) {
            socket.getOutputStream().write(1);
            return socket.getInputStream().read();
        }
    }

    boolean askLater(InetSocketAddress to) throws IOException {
        Socket socket = new Socket();
        socket.connect(to);
        return socket.isConnected();
    }

    Socket secure(SSLSocketFactory factory) throws IOException {
        return factory.createSocket("host", 443);
    }

    int channel(InetSocketAddress to, ByteBuffer buffer) throws IOException {
        try (SocketChannel channel = SocketChannel.open(to)) {
            channel.write(buffer);
            return channel.read(buffer);
        }
    }

    byte[] datagram(DatagramSocket socket, DatagramPacket packet) throws IOException {
        socket.receive(packet);
        return packet.getData();
    }

    Object remote() throws Exception {
        return Naming.lookup("rmi://host/name");
    }

    // A server's own socket is where traffic comes in.
    Socket accept(ServerSocket server) throws IOException {
        return server.accept();
    }
}
