import { ConfigError } from '../../errors/index.js'
import { describeValue } from '../../models/values/describe-value.js'
import { NETWORK_PACKAGES } from './network-packages.js'

/** Former names of networks that people still use, with the registered name. */
const FORMER_NAMES: Readonly<Record<string, string>> = { twitter: 'x' }

function packageOf(name: string): string | null {
  const known = Object.hasOwn(FORMER_NAMES, name) ? FORMER_NAMES[name] : name
  if (known === undefined || !Object.hasOwn(NETWORK_PACKAGES, known)) return null
  return NETWORK_PACKAGES[known] ?? null
}

/**
 * Makes the error for an unknown platform. The message lists the client's platforms and names the package to
 * install.
 */
export function unknownPlatform(name: string, known: readonly string[]): ConfigError {
  const has = known.length === 0 ? 'This client has no platforms.' : `This client has: ${known.join(', ')}.`
  const from = packageOf(name)
  const remedy = from
    ? `Install ${from} and add it to \`platforms\` of new SocialClient.`
    : 'Add it to `platforms` of new SocialClient.'
  return new ConfigError(`There is no platform ${describeValue(name)}. ${has} ${remedy}`)
}
