import { describeValue, refuseUnknownNames } from '../checks/index.js'
import type { Platform, SpendingCounter, SpendingLimit } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { SpendingLimits } from './spending-guard.js'

/** Spending limits of an application, and the counter of the spent units. */
export interface SpendingOptions<Names extends string = string> {
  /**
   * Limits by platform and by bucket: `{ youtube: { units: { units: 9000, perSeconds: 86_400 } }
   * }`. A bucket is a resource that the platform bills.
   */
  readonly limits: Readonly<Partial<Record<Names, Readonly<Record<string, SpendingLimit>>>>>
  /**
   * Counter of the spent units, which several processes can share. Default: the client's
   * `spendingCounter`.
   */
  readonly counter?: SpendingCounter | undefined
}

function refuse(message: string): never {
  throw new ConfigError(message)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function checkLimit(limit: unknown, path: string): void {
  if (!isObject(limit)) refuse(`${path} must be an object such as { units: 9000, perSeconds: 86400 }.`)
  refuseUnknownNames(limit, ['units', 'perSeconds'], path)
  const { units, perSeconds } = limit as Readonly<Record<string, unknown>> // safe cast: refuseUnknownNames has checked that it is an object, and both values are checked below
  if (!(typeof units === 'number' && Number.isFinite(units) && units >= 0))
    refuse(`${path}.units must be a number, 0 or more, not ${describeValue(units)}.`)
  if (!(typeof perSeconds === 'number' && Number.isFinite(perSeconds) && perSeconds >= 1))
    refuse(`${path}.perSeconds must be a number of seconds, 1 or more, not ${describeValue(perSeconds)}.`)
}

/**
 * Checks the spending limits of an application. All names are checked, because a misspelled limit
 * would have no effect.
 *
 * @throws ConfigError for a platform that the client does not have, an unknown bucket, and an
 * invalid limit.
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
    if (billedIn.length === 0) refuse(`${path} has no effect: ${name} does not bill requests. Remove it.`)
    if (!isObject(buckets)) refuse(`${path} must be an object: { ${billedIn[0]}: { units, perSeconds } }.`)
    refuseUnknownNames(buckets, billedIn, path)
    for (const [bucket, limit] of Object.entries(buckets)) checkLimit(limit, `${path}.${bucket}`)
  }
  return limits as SpendingLimits // safe cast: every name and every limit was checked above
}
