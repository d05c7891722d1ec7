import { ABILITY_METHODS, type AllAbilities, type Platform } from '../../contract/index.js'
import { ConfigError, NotSupportedError } from '../../errors/index.js'

/** A platform that certainly has a method. */
export type Supporting<M extends keyof AllAbilities> = Platform & Pick<AllAbilities, M>

/** True when a platform has a method, and lists the flag that goes with it. */
export function has(platform: Platform, method: string): boolean {
  // Every object has these; an ability never bears such a name.
  if (method in Object.prototype) return false
  const flag = ABILITY_METHODS[method]?.flag ?? null
  if (flag !== null && !platform.features.has(flag)) return false
  const methods = platform as unknown as Readonly<Record<string, unknown>> // only looked at by name
  return typeof methods[method] === 'function'
}

/**
 * The platform, once it is clear that it can do something.
 *
 * @throws NotSupportedError naming the network, when its flag is off or the method is missing.
 * @throws ConfigError when the flag is on and the method is missing: a mistake in the platform.
 */
export function supporting<M extends keyof AllAbilities>(platform: Platform, method: M): Supporting<M> {
  if (has(platform, method)) return platform as Supporting<M> // has() looked for exactly this method
  const row = ABILITY_METHODS[method]
  if (row?.flag && platform.features.has(row.flag))
    throw new ConfigError(
      `${platform.name} lists ${row.flag} but has no ${method}(): the platform itself is wrong.`,
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

/** What to do on a network that sends no webhooks: names only the ways of polling it has. */
export function howToPoll(platform: Platform): string {
  const ways = ['fetchUpdates', 'fetchUpdatesAfter'].filter((method) => has(platform, method))
  return ways.length === 0
    ? 'It never pushes, and its updates cannot be polled.'
    : `It never pushes. Poll with ${ways.map((method) => `account.${method}`).join(' or ')} instead.`
}
