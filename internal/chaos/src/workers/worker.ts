import { type AnyAccount, SocialClient } from '@social/core'
import type { Transport } from '@social/core/platform'
import { fakeRandom } from '@social/testkit/application'

import { chaosPort } from './chaos-ports.js'
import { ChaosTransport } from './chaos-transport.js'
import { Process } from './process.js'
import type { World } from './world.js'

/** Process of the application with its own client. All workers share the stores. */
export class Worker extends Process {
  readonly transport: Transport
  readonly client: SocialClient

  constructor(world: World, number: number) {
    super(world)
    const stores = world.openStores(this.gate, this.clock)
    const { network, changeTransport = (transport) => transport } = world.opened
    this.transport = changeTransport(new ChaosTransport(network, this))
    this.client = new SocialClient({
      storage: chaosPort('storage', stores.storage, this),
      journal: chaosPort('journal', stores.journal, this),
      seenUpdates: chaosPort('seenUpdates', stores.seenUpdates, this),
      loginMemory: chaosPort('loginMemory', stores.loginMemory, this),
      markers: chaosPort('markers', stores.markers, this),
      mediaHost: chaosPort('mediaHost', stores.mediaHost, this),
      locks: chaosPort('locks', stores.locks, this),
      platforms: world.opened.makePlatforms(),
      transport: this.transport,
      clock: this.clock,
      random: fakeRandom(number),
    })
  }

  get account(): AnyAccount {
    return this.client.account(this.world.opened.connection.id)
  }
}
