import { describeValue, refuseUnknownNames } from '../checks/index.js'
import type { Platform, SpendingCounter, SpendingLimit } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { SpendingLimits } from './spending-guard.js'

/** What an application allows to be spent, and who counts. */
export interface SpendingOptions<Names extends string = string> {
  /** Limits by platform, then by what its units are of: `{ youtube: { units: { units: 9000, perSeconds: 86_400 } } }`. */
  readonly limits: Readonly<Partial<Record<Names, Readonly<Record<string, SpendingLimit>>>>>
  /** Counts, for every process that shares it; the client's `spendingCounter` unless given. */
  readonly counter?: SpendingCounter | undefined
}

function refuse(message: string): never {
  throw new ConfigError(message)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function checkLimit(limit: unknown, path: string): void {
  if (!isObject(limit)) refuse(`${path} must be an object such as { units: 9000, perSeconds: 86400 }.`)
  refuseUnknownNames(limit, ['units', 'perSeconds'], path)
  const { units, perSeconds } = limit as Readonly<Record<string, unknown>> // read by name only
  if (!(typeof units === 'number' && Number.isFinite(units) && units >= 0))
    refuse(`${path}.units must be a number, 0 or more, not ${describeValue(units)}.`)
  if (!(typeof perSeconds === 'number' && Number.isFinite(perSeconds) && perSeconds >= 1))
    refuse(`${path}.perSeconds must be a number of seconds, 1 or more, not ${describeValue(perSeconds)}.`)
}

/**
 * Reads the limits of an application. A misspelled one would limit nothing, so every name is checked.
 *
 * @throws ConfigError for a platform that the client does not have, a bucket that it is not billed in, and a limit that is none.
 */
export function readLimits(
  options: unknown,
  platforms: Readonly<Record<string, Pick<Platform, 'billedIn'>>>,
): SpendingLimits {
  if (!isObject(options)) return refuse('spending must be an object: { limits: { … } }.')
  refuseUnknownNames(options, ['limits', 'counter'], 'spending')
  const limits: unknown = 'limits' in options ? options.limits : undefined
  if (!isObject(limits)) return refuse('spending.limits must be an object: { youtube: { units: { … } } }.')
  refuseUnknownNames(limits, Object.keys(platforms), 'spending.limits')
  for (const [name, buckets] of Object.entries(limits)) {
    const path = `spending.limits.${name}`
    const billedIn = platforms[name]?.billedIn ?? []
    if (billedIn.length === 0)
      refuse(`${path} has no effect: ${name} bills nothing for requests. Take it out.`)
    if (!isObject(buckets)) refuse(`${path} must be an object: { ${billedIn[0]}: { units, perSeconds } }.`)
    refuseUnknownNames(buckets, billedIn, path)
    for (const [bucket, limit] of Object.entries(buckets)) checkLimit(limit, `${path}.${bucket}`)
  }
  return limits as SpendingLimits // every part of it was looked at above
}
