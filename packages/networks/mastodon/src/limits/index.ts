import { type Call, type Limits, makeLimits, NotFoundError } from '@social/core/platform'

import { hostOf } from '../map/index.js'
import type { Settings } from '../options.js'
import { type InstanceReply, instanceReply } from '../schemas.js'
import { measureStatus, RESERVED_PER_URL, spoilerOf } from './measure.js'

export { measuring } from './measure.js'
export { rateLimitKey } from './rate-limit-key.js'

/** What a server allows that does not say: Mastodon's own defaults.
 *  https://docs.joinmastodon.org/entities/Instance/ (read 2026-09-24) */
const DEFAULTS = { maxTextLength: 500, maxImages: 4 }

/** Servers whose limits are kept at once; the one that was not asked for longest goes first. */
const MOST_SERVERS = 500

/** A number a server gave; null when it gave none, or none that can be a limit. */
function limit(value: number | null | undefined): number | null {
  return value != null && value > 0 ? value : null
}

/** What a server says of itself, as limits. */
function toLimits(instance: InstanceReply): Limits {
  const statuses = instance.configuration?.statuses
  const files = instance.configuration?.media_attachments
  return makeLimits({
    maxTextLength: limit(statuses?.max_characters ?? instance.max_toot_chars) ?? DEFAULTS.maxTextLength,
    textCountedIn: 'NETWORK',
    maxImages: limit(statuses?.max_media_attachments) ?? DEFAULTS.maxImages,
    maxVideos: 1,
    maxImageBytes: limit(files?.image_size_limit),
    maxVideoBytes: limit(files?.video_size_limit),
    extra: {
      reservedPerUrl: limit(statuses?.characters_reserved_per_url) ?? RESERVED_PER_URL,
      maxAltTextLength: limit(files?.description_limit),
    },
  })
}

/** Asks the server, in the newest way it knows. One that knows neither has the defaults. */
async function readInstance({ http }: Call): Promise<InstanceReply> {
  for (const path of ['/api/v2/instance', '/api/v1/instance'])
    try {
      return await http.get(path, instanceReply)
    } catch (error) {
      if (!NotFoundError.is(error)) throw error
    }
  return {}
}

/** The limits of servers, each kept for a while. */
export interface LimitsBook {
  /** The limits of the account's server; no request while they are kept. */
  readonly limits: (call: Call) => Promise<Limits>
  /** The same for a text that is sent by itself: a server is only asked about one that its limit could break. */
  readonly limitsForText: (text: string, options: object, call: Call) => Promise<Limits>
}

/** Makes the book of limits of one platform. */
export function limitsBook(settings: Settings): LimitsBook {
  const kept = new Map<string, { readonly limits: Limits; readonly until: number }>()

  function find(call: Call): Limits | null {
    const host = hostOf(call.connection)
    const entry = kept.get(host)
    if (!entry || entry.until <= call.clock.now().getTime()) return null
    kept.delete(host)
    kept.set(host, entry)
    return entry.limits
  }

  async function limits(call: Call): Promise<Limits> {
    const known = find(call)
    if (known) return known
    const read = toLimits(await readInstance(call))
    const until = call.clock.now().getTime() + settings.limitsCacheSeconds * 1000
    kept.set(hostOf(call.connection), { limits: read, until })
    const [oldest] = kept.keys()
    if (kept.size > MOST_SERVERS && oldest !== undefined) kept.delete(oldest)
    return read
  }

  return {
    limits,
    limitsForText(text, options, call) {
      const usual = toLimits({})
      const length = measureStatus(text, { spoilerText: spoilerOf(options), limits: usual })
      const isSurelyShort = length <= DEFAULTS.maxTextLength
      return isSurelyShort ? Promise.resolve(find(call) ?? usual) : limits(call)
    },
  }
}
