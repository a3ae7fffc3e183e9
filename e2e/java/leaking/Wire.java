package vendor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;

/** A library that goes to the network in every way there is, and that no rule knows. */
public final class Wire {
    private Wire() {}

    /** Goes to a port in some way; gives what came of it. */
    public static String ask(String way, int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            switch (way) {
                case "socket":
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        return line(socket);
                    }
                case "late":
                    try (Socket socket = new Socket()) {
                        socket.connect(address, 5000);
                        return line(socket);
                    }
                case "channel":
                    try (SocketChannel channel = SocketChannel.open(address)) {
                        return "connected";
                    }
                case "view":
                    try (SocketChannel channel = SocketChannel.open()) {
                        channel.socket().connect(address, 5000);
                        return "connected";
                    }
                case "async":
                    try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
                        channel.connect(address).get();
                        return "connected";
                    }
                case "packet":
                    try (DatagramSocket socket = new DatagramSocket()) {
                        socket.send(new DatagramPacket(new byte[1], 1, address));
                        return "sent";
                    }
                default:
                    try (DatagramChannel channel = DatagramChannel.open()) {
                        channel.send(ByteBuffer.allocate(1), address);
                        return "sent";
                    }
            }
        } catch (Exception e) {
            return e.toString();
        }
    }

    private static String line(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine();
    }

    /** Connects to a port that this process itself listens at. */
    public static String toItself() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            return "connected " + accepted.isConnected();
        }
    }

    /** What a rate is, says another process. */
    public static String rate(String of, int port) {
        return ask("socket", port);
    }
}
