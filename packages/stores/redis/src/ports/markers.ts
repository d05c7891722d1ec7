import { type Markers, portArguments } from '@social/core/store'

import type { Keys } from '../keys.js'
import { textOrNull } from '../server/reply.js'
import { script } from '../server/script.js'
import type { Session } from '../server/session.js'

const SAVE = script(`redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1`)

const fieldOf = (connectionId: string, feed: string): string => JSON.stringify([connectionId, feed])

/** Stores polling cursors in Redis. */
export class RedisMarkers implements Markers {
  readonly #session: Session
  readonly #keys: Keys

  constructor(session: Session, keys: Keys) {
    this.#session = session
    this.#keys = keys
  }

  async load(connectionId: string, feed: string): Promise<string | null> {
    portArguments.markers.load(connectionId, feed)
    return textOrNull(await this.#session.read(['HGET', this.#keys.markers, fieldOf(connectionId, feed)]))
  }

  async save(connectionId: string, feed: string, marker: string): Promise<void> {
    portArguments.markers.save(connectionId, feed, marker)
    await this.#session.run(SAVE, [this.#keys.markers], [fieldOf(connectionId, feed), marker])
  }
}
