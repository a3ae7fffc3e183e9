//! Where servers on event loops take requests in and send responses out.

use crate::plan::HookKind;

const OPERATIONS: &str = "reactor/netty/http/server/HttpServerOperations";
const MESSAGE: &str = "(Lio/netty/channel/ChannelHandlerContext;Ljava/lang/Object;)V";
const WRITE: &str = "(Lio/netty/channel/ChannelHandlerContext;Ljava/lang/Object;Lio/netty/channel/ChannelPromise;)V";

/// Hooks around bodies. The server's own operations are outside of all that the application adds to it.
pub(super) const BODIES: &[(&str, &str, &str, HookKind)] = &[
    (OPERATIONS, "onInboundNext", MESSAGE, HookKind::Incoming),
    ("reactor/netty/http/server/HttpTrafficHandler", "write", WRITE, HookKind::Outgoing),
    ("reactor/netty/http/server/Http2StreamBridgeServerHandler", "write", WRITE, HookKind::Outgoing),
    ("reactor/netty/channel/ChannelOperations", "terminate", "()V", HookKind::Done),
];
