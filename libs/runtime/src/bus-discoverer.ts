import { Discoverers } from "moleculer";

/**
 * Knows the nodes on the bus. Moleculer's own counts a node's silence from the last heartbeat of its name, so
 * a process that was killed and started again was declared gone, ten seconds after its predecessor was last
 * heard of, until its own first heartbeat: calls of it failed for up to three seconds while it was there.
 */
export class BusDiscoverer extends Discoverers.Local {
  override processRemoteNodeInfo(
    ...[nodeId, payload]: Parameters<InstanceType<typeof Discoverers.Local>["processRemoteNodeInfo"]>
  ): ReturnType<InstanceType<typeof Discoverers.Local>["processRemoteNodeInfo"]> {
    const node = super.processRemoteNodeInfo(nodeId, payload);
    // Who says what it offers is as alive as who says that it is. In seconds of this process, as heartbeats are.
    node.lastHeartbeatTime = Math.round(process.uptime());
    return node;
  }
}
