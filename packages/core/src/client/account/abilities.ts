import { ABILITY_METHODS, type AllAbilities, type Platform } from '../../contract/index.js'
import { ConfigError, NotSupportedError } from '../../errors/index.js'

/** A platform whose type includes the given method. */
export type Supporting<M extends keyof AllAbilities> = Platform & Pick<AllAbilities, M>

/** Returns true if the platform has the method and lists the method's feature flag. */
export function has(platform: Platform, method: string): boolean {
  // Refuses names such as `toString` that every object has. No ability has such a name.
  if (method in Object.prototype) return false
  const flag = ABILITY_METHODS[method]?.flag ?? null
  if (flag !== null && !platform.features.has(flag)) return false
  const methods = platform as unknown as Readonly<Record<string, unknown>> // safe cast: the methods are only read by name
  return typeof methods[method] === 'function'
}

/**
 * Returns the platform, typed with the method, if the platform supports the method.
 *
 * @throws NotSupportedError with the network's name, if the platform neither has the method nor lists its flag.
 * @throws ConfigError if the platform lists the flag but has no such method, which is a defect of the platform.
 */
export function supporting<M extends keyof AllAbilities>(platform: Platform, method: M): Supporting<M> {
  if (has(platform, method)) return platform as Supporting<M> // safe cast: `has` checked that the platform has this method
  const row = ABILITY_METHODS[method]
  if (row?.flag && platform.features.has(row.flag))
    throw new ConfigError(
      `${platform.name} lists ${row.flag} but has no ${method}(). This is a defect of the platform.`,
      {
        platform: platform.name,
      },
    )
  throw new NotSupportedError({
    platform: platform.name,
    what: row?.what ?? method,
    suggestion: row?.instead ?? null,
  })
}

/** Returns advice for a network without webhooks. The advice names the polling methods that the platform has. */
export function howToPoll(platform: Platform): string {
  const ways = ['fetchUpdates', 'fetchUpdatesAfter'].filter((method) => has(platform, method))
  return ways.length === 0
    ? 'The network sends no webhooks, and its updates cannot be polled.'
    : `The network sends no webhooks. Poll with ${ways.map((method) => `account.${method}`).join(' or ')} instead.`
}
