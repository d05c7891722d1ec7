import type { Clock, Locks, MediaHost, Platform, Storage } from '../contract/index.js'
import type { HttpEngine } from '../http/engine.js'
import type { Publisher } from '../publishing/publisher.js'
import type { HealthMemory } from '../tokens/health-memory.js'
import type { TokenKeeper } from '../tokens/token-keeper.js'
import type { CallParts } from './call.js'

/** Parts of a client that its account handles and sign-ins use. */
export interface ClientParts {
  readonly storage: Storage
  readonly locks: Locks
  readonly keeper: TokenKeeper
  readonly health: HealthMemory
  readonly publisher: Publisher
  readonly engine: HttpEngine
  readonly clock: Clock
  readonly mediaHost: MediaHost | null
  readonly deadlineSeconds: number
  readonly callParts: CallParts
  platformFor(name: string): Platform
}
