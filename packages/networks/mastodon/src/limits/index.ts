import type { Call, CanMeasureText, Limits, PlatformBase } from '@social/core/platform'

import { measureStatus, measuring, spoilerOf } from './measure.js'
import { DEFAULTS, type ServerCache, knownServer, type PollLimits, readServer, toLimits } from './server.js'
import type { StreamAddress } from './stream-address.js'

export { measuring } from './measure.js'
export type { ServerTraits } from './programs.js'
export { rateLimitKey } from './rate-limit-key.js'
export {
  hasTrait,
  type ServerCache,
  isMastodonSince,
  mayHave,
  nameOf,
  surelyHas,
  type PollLimits,
} from './server.js'

/**
 * Reads the URL of the server's update stream. Returns null when the server reports no usable URL.
 */
export async function readStreamAddress(call: Call, settings: ServerCache): Promise<StreamAddress | null> {
  return (await readServer(call, settings)).stream
}

/** Reads the limits of the account's server. Sends no request if the limits are cached. */
export async function readLimits(call: Call, settings: ServerCache): Promise<Limits> {
  const { limits } = await readServer(call, settings)
  return limits
}

/** Reads the poll limits of the account's server. */
export async function readPollLimits(call: Call, settings: ServerCache): Promise<PollLimits> {
  return (await readServer(call, settings)).poll
}

/**
 * Returns the limits for a text-only post. Queries the server only when the text exceeds the
 * default maximum length.
 */
export function limitsForText(
  text: string,
  options: object,
  call: Call,
  settings: ServerCache,
): Promise<Limits> {
  const defaultValue = toLimits({})
  const length = measureStatus(text, { spoilerText: spoilerOf(options), limits: defaultValue })
  const isSurelyShort = length <= DEFAULTS.maxTextLength
  return isSurelyShort
    ? Promise.resolve(knownServer(call, settings)?.limits ?? defaultValue)
    : readLimits(call, settings)
}

/** Creates the methods that return the limits of a server and measure a text by its rules. */
export function limiting(settings: ServerCache): Pick<PlatformBase, 'limits'> & CanMeasureText {
  return {
    limits: (call) => readLimits(call, settings),
    ...measuring(),
  }
}
