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

/** Seconds that keys are kept where Google does not say for how long they may be. Our choice. */
const DEFAULT_SECONDS = 3600
/** The least and the most seconds that they are kept, whatever Google says: they rotate every few days. Our choice. */
const LEAST_SECONDS = 60
/** @see LEAST_SECONDS */
const MAX_SECONDS = 86_400
/** Seconds that old keys are still used for while no new ones can be had: both last days at Google. */
const STALE_SECONDS = 86_400
/** Seconds in which the keys must have come. Our choice. */
const ANSWER_SECONDS = 10
/** Seconds after a failure before the keys are asked for again. Our choice. */
const PAUSE_SECONDS = 5

/** How the keys are kept. */
export interface GoogleKeysOptions {
  /** Audience of the push subscription. */
  readonly audience: string
  /** E-mail address of the service account that the subscription signs with. */
  readonly serviceAccount: string
  /** Where the keys are published; Google's own unless given. */
  readonly address?: string | undefined
  readonly transport?: Transport | undefined
  readonly clock?: Clock | undefined
  /** Lets `address` lead to loopback. For tests. */
  readonly allowLoopback?: boolean | undefined
}

const NAMES = ['audience', 'serviceAccount', 'address', 'transport', 'clock', 'allowLoopback']

interface Kept {
  readonly keys: readonly JsonObject[]
  readonly freshUntil: number
  readonly usableUntil: number
}

/** `max-age` of the header, in seconds; null where it says none. */
function maxAgeOf(header: string | undefined): number | null {
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name.toLowerCase() === 'max-age' && /^\d{1,9}$/.test(value)) return Number(value)
  }
  return null
}

/**
 * Keeps Google's public keys fresh, for `secrets` of the routes: fetched when they are first needed, kept as long as
 * `Cache-Control` allows, asked for again when they run out. One request at a time, whoever asks.
 *
 * @returns The secret of `google_business`. Rejects with `NetworkError` while there are no keys: the route answers 503
 *   with `Retry-After`, and Google sends the message again.
 * @throws ConfigError when a setting is missing or unknown, or the address is not https to a public host.
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
    if (typeof value !== 'string' || value === '') throw new ConfigError(`googleKeys needs ${name}, as text.`)
  // Whoever can change the keys on their way can push anything.
  assertPublicUrl(address, { platform: 'google_business', allowLoopback })
  const engine = new HttpEngine({
    clock,
    random: systemRandom,
    // Google sends the message again: that is repeat enough.
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
      const told = maxAgeOf(headers['cache-control']) ?? DEFAULT_SECONDS
      const now = clock.monotonic()
      const freshUntil = now + Math.min(Math.max(told, LEAST_SECONDS), MAX_SECONDS)
      // Read as JSON from the wire, so it is plain JSON.
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
    'Google’s keys cannot be had right now, so no webhook signature can be verified. Try again.',
    {
      platform: 'google_business',
      delivery: 'NOT_SENT',
      ...(cause !== null && { cause }),
    },
  )
}
