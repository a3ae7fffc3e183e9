//! Where the JDK connects to other processes, or sends to them without a connection. Only a replay looks at these. Names and
//! descriptors are those of several releases: what a release has not got is not woven.

use retake_weave::Place;

use super::Carrier;
use crate::plan::HookKind;

const CHANNEL: &str = "sun/nio/ch/SocketChannelImpl";
const DATAGRAMS: &str = "sun/nio/ch/DatagramChannelImpl";

const BODIES: &[(&str, &str, &str)] = &[
    // Also behind every constructor of a socket that names an address.
    ("java/net/Socket", "connect", "(Ljava/net/SocketAddress;I)V"),
    (CHANNEL, "connect", "(Ljava/net/SocketAddress;)Z"),
    // A socket that is the view of a channel.
    (CHANNEL, "blockingConnect", "(Ljava/net/SocketAddress;J)V"),
    (
        "sun/nio/ch/UnixAsynchronousSocketChannelImpl",
        "implConnect",
        "(Ljava/net/SocketAddress;Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)Ljava/util/concurrent/Future;",
    ),
    ("java/net/DatagramSocket", "send", "(Ljava/net/DatagramPacket;)V"),
    (DATAGRAMS, "send", "(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)I"),
    (DATAGRAMS, "connect", "(Ljava/net/SocketAddress;)Ljava/nio/channels/DatagramChannel;"),
    // Netty's own sockets, which go around the JDK.
    ("io/netty/channel/unix/Socket", "connect", "(Ljava/net/SocketAddress;)Z"),
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = Carrier> {
    BODIES.iter().map(|&(class, method, descriptor)| Carrier {
        class,
        method,
        descriptor,
        place: Place::Body,
        kind: HookKind::Connect,
        adapter: "connect",
    })
}
