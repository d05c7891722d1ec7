import { type Markers, portArguments } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { BoundedMap } from '../../http/bounded-map.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/** How much the in-process store holds. */
export interface InMemoryMarkersOptions {
  /** How many markers are held; the one not used for longest is forgotten first; 100,000 unless given. */
  readonly maxSize?: number | undefined
}

/**
 * Where polling goes on, in this process only: after a restart every account begins with the latest page. A marker that
 * is forgotten means the same for its account, so hold as many as there are accounts.
 */
export class InMemoryMarkers implements Markers {
  readonly #markers: BoundedMap<string, string>

  /** @throws ConfigError when `maxSize` is not a positive whole number. */
  constructor(options: InMemoryMarkersOptions = {}) {
    refuseUnknownNames(options, ['maxSize'], 'InMemoryMarkers')
    const { maxSize = 100_000 } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError('maxSize must be a whole number above 0. It is how many markers are held.')
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

/** The length keeps the parts apart, whatever they hold. */
function keyOf(connectionId: string, feed: string): string {
  return `${connectionId.length} ${connectionId} ${feed}`
}
