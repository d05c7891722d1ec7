import type { PostResult, ReconcileCall, Reconciled } from '@social/core/platform'

import type { ContainerStatus } from './containers.js'

/** Seconds before each look inside one call: lists lag behind a little. Our choice. */
export const LOOK_PAUSES = [0, 3, 7] as const
/** Seconds after which another look may tell more, told as `retryAfter`. Our choice. */
export const LOOK_AGAIN_SECONDS = 30

/** How one network is asked what became of a container. Reads only. */
export interface ContainerLook {
  readStatus(containerId: string, call: ReconcileCall): Promise<ContainerStatus>
  /** The post it became; null while the network's lists do not show it. */
  findPost(call: ReconcileCall): Promise<PostResult | null>
}

/** Looks for what became of a container whose publishing was not answered. */
export async function findContainerPost(
  containerId: string,
  look: ContainerLook,
  call: ReconcileCall,
): Promise<Reconciled> {
  for (const pause of LOOK_PAUSES) {
    if (pause > 0) await call.clock.sleep(pause, { signal: call.signal })
    const { word } = await look.readStatus(containerId, call)
    // Neither can become a post any more, and neither was one: what is out says PUBLISHED for good.
    if (word === 'ERROR' || word === 'EXPIRED') return { state: 'NOT_PUBLISHED' }
    if (word !== 'PUBLISHED') continue
    const result = await look.findPost(call)
    if (result !== null) return { state: 'FOUND', result }
  }
  return { state: 'UNKNOWN', retryAfter: LOOK_AGAIN_SECONDS }
}
