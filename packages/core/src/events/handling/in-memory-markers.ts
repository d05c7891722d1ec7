import { type Markers, portArguments } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { BoundedMap } from '../../http/bounded-map.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/** Options of `InMemoryMarkers`. */
export interface InMemoryMarkersOptions {
  /** Maximum number of markers. The least recently used marker is removed first. Default: 100,000. */
  readonly maxSize?: number | undefined
}

/**
 * Stores polling markers in the memory of this process only. After a restart, every account starts
 * with its latest page. An account whose marker was removed also starts there, so `maxSize` should
 * be at least the number of accounts.
 */
export class InMemoryMarkers implements Markers {
  readonly #markers: BoundedMap<string, string>

  /** @throws ConfigError unless `maxSize` is a positive whole number. */
  constructor(options: InMemoryMarkersOptions = {}) {
    refuseUnknownNames(options, ['maxSize'], 'InMemoryMarkers')
    const { maxSize = 100_000 } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError(
        'maxSize must be a whole number above 0. It is the maximum number of stored markers.',
      )
    this.#markers = new BoundedMap(maxSize)
  }

  async load(connectionId: string, feed: string): Promise<string | null> {
    portArguments.markers.load(connectionId, feed)
    return this.#markers.get(keyOf(connectionId, feed)) ?? null
  }

  async save(connectionId: string, feed: string, marker: string): Promise<void> {
    portArguments.markers.save(connectionId, feed, marker)
    this.#markers.set(keyOf(connectionId, feed), marker)
  }
}

/** Returns the key of a marker. The length of the connection id makes the key unambiguous. */
function keyOf(connectionId: string, feed: string): string {
  return `${connectionId.length} ${connectionId} ${feed}`
}
