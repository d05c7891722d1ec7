import {
  assertPublicUrl,
  ConfigError,
  type Clock,
  Deadline,
  HttpEngine,
  type JsonObject,
  NetworkError,
  refuseUnknownNames,
  systemClock,
  systemRandom,
  type Transport,
} from '@social/core/platform'

import { KEYS_ADDRESS } from '../addresses.js'
import { keysReply } from '../schemas.js'
import type { PushSecret } from './secret.js'

/** Cache lifetime of keys in seconds when the response has no `max-age`. Our choice. */
const DEFAULT_SECONDS = 3600
/** Minimum cache lifetime of keys in seconds. Google changes keys every few days. Our choice. */
const LEAST_SECONDS = 60
/** Maximum cache lifetime of keys in seconds. Our choice. */
const MAX_SECONDS = 86_400
/**
 * Seconds for which expired keys remain in use while new keys cannot be fetched. Google keeps each
 * key valid for days.
 */
const STALE_SECONDS = 86_400
/** Timeout of the request for keys in seconds. Our choice. */
const ANSWER_SECONDS = 10
/** Seconds between a failed request for keys and the next one. Our choice. */
const PAUSE_SECONDS = 5

/** Options of the key cache. */
export interface GoogleKeysOptions {
  /** Audience of the push subscription. */
  readonly audience: string
  /** E-mail address of the service account of the subscription. */
  readonly serviceAccount: string
  /** URL of the keys. Default: Google's own. */
  readonly address?: string | undefined
  readonly transport?: Transport | undefined
  readonly clock?: Clock | undefined
  /** True allows loopback in `address`. For tests. */
  readonly allowLoopback?: boolean | undefined
}

const NAMES = ['audience', 'serviceAccount', 'address', 'transport', 'clock', 'allowLoopback']

interface Kept {
  readonly keys: readonly JsonObject[]
  readonly freshUntil: number
  readonly usableUntil: number
}

/** Reads `max-age` of the header in seconds. Null when missing. */
function maxAgeOf(header: string | undefined): number | null {
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name.toLowerCase() === 'max-age' && /^\d{1,9}$/.test(value)) return Number(value)
  }
  return null
}

/**
 * Caches Google's public keys, for `secrets` of the routes. They are fetched on first use, stored as long as
 * `Cache-Control` allows, and fetched again when they expire. Concurrent calls share one request.
 *
 * @returns The secret of `google_business`. Rejects with `NetworkError` without keys: the route responds 503 with
 * `Retry-After`, and Google sends the message again.
 * @throws ConfigError when a setting is missing or unknown, or the URL is not https to a public host.
 * @example
 * const routes = new Routes(client, {
 *   redirectUri,
 *   secrets: { google_business: googleKeys({ audience, serviceAccount }) },
 *   deliver: dispatcher.deliver,
 * })
 */
export function googleKeys(
  options: GoogleKeysOptions,
): () => Promise<PushSecret & Readonly<Record<string, unknown>>> {
  refuseUnknownNames(options, NAMES, 'googleKeys')
  const {
    audience,
    serviceAccount,
    address = KEYS_ADDRESS,
    clock = systemClock,
    transport,
    allowLoopback = false,
  } = options
  for (const [name, value] of Object.entries({ audience, serviceAccount, address }))
    if (typeof value !== 'string' || value === '')
      throw new ConfigError(`googleKeys requires ${name}, as text.`)
  // The URL must be safe, because an attacker who can replace the keys can push any message.
  assertPublicUrl(address, { platform: 'google_business', allowLoopback })
  const engine = new HttpEngine({
    clock,
    random: systemRandom,
    // No retry is needed, because Google sends the message again.
    retries: { attempts: 1 },
    allowLoopback,
    ...(transport && { transport }),
  })
  let kept: Kept | null = null
  let fetching: Promise<Kept> | null = null
  let pausedUntil = -Infinity

  async function fetchKeys(): Promise<Kept> {
    const deadline = new Deadline({ clock, platform: 'google_business', seconds: ANSWER_SECONDS })
    try {
      const http = engine.bind({
        platform: {
          name: 'google_business',
          readError: () => null,
          origins: () => [],
          authHeaders: () => ({}),
        },
        base: null,
        connection: () => null,
        app: () => Promise.resolve(null),
        renew: null,
        deadline,
        operation: 'googleKeys',
      })
      const { data, headers } = await deadline.race(http.request('GET', address, keysReply, { auth: 'none' }))
      const reported = maxAgeOf(headers['cache-control']) ?? DEFAULT_SECONDS
      const now = clock.monotonic()
      const freshUntil = now + Math.min(Math.max(reported, LEAST_SECONDS), MAX_SECONDS)
      // safe cast: the keys were parsed from JSON
      return { keys: data.keys as readonly JsonObject[], freshUntil, usableUntil: freshUntil + STALE_SECONDS }
    } finally {
      deadline.end()
    }
  }

  async function fresh(): Promise<Kept> {
    if (kept !== null && clock.monotonic() < kept.freshUntil) return kept
    const isUsable = kept !== null && clock.monotonic() < kept.usableUntil
    if (fetching === null && clock.monotonic() < pausedUntil) {
      if (kept !== null && isUsable) return kept
      throw unavailable(null)
    }
    fetching ??= fetchKeys().finally(() => {
      fetching = null
    })
    try {
      kept = await fetching
      return kept
    } catch (error) {
      pausedUntil = clock.monotonic() + PAUSE_SECONDS
      if (kept !== null && isUsable) return kept
      throw unavailable(error)
    }
  }

  return async () => {
    const { keys } = await fresh()
    return { keys, audience, serviceAccount }
  }
}

function unavailable(cause: unknown): NetworkError {
  return new NetworkError(
    'Google’s keys are not available, so no webhook signature can be verified. Try again.',
    {
      platform: 'google_business',
      delivery: 'NOT_SENT',
      ...(cause !== null && { cause }),
    },
  )
}
