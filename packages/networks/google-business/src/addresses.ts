import { ConfigError, type Connection } from '@social/core/platform'

/** Base URLs of Google. https://developers.google.com/my-business/content/overview (copy of 2026) */
export const ADDRESSES = {
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
  information: 'https://mybusinessbusinessinformation.googleapis.com/v1',
  verifications: 'https://mybusinessverifications.googleapis.com/v1',
  questions: 'https://mybusinessqanda.googleapis.com/v1',
  business: 'https://mybusiness.googleapis.com/v4',
  performance: 'https://businessprofileperformance.googleapis.com/v1',
  signIn: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
} as const

/**
 * URL of the keys with which Google signs pushed messages.
 * https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions (copy of 2026)
 */
export const KEYS_ADDRESS = 'https://www.googleapis.com/oauth2/v3/certs'

/** Base URLs, without trailing slashes. */
export type Addresses = Readonly<Record<keyof typeof ADDRESSES, string>>

/** Google services that receive an account's token. */
const SERVICES = [
  'information',
  'accounts',
  'verifications',
  'questions',
  'business',
  'performance',
] as const satisfies readonly (keyof Addresses)[]

/** Returns the origins, the base URL and the authorization header of an account's requests. */
export function addressing({ addresses }: { readonly addresses: Addresses }) {
  const origins = [...new Set(SERVICES.map((service) => new URL(addresses[service]).origin))]
  return {
    addresses,
    origins: (_connection: Connection): readonly string[] => origins,
    apiBase: (_connection: Connection): string => addresses.information,
    authHeaders: ({ token }: Connection) => ({ authorization: `Bearer ${token.accessToken}` }),
  }
}

const FULL_NAME = /^accounts\/[\w-]+\/locations\/[\w-]+$/

/**
 * Returns the name of the location in version 4 of the API: `accounts/{a}/locations/{l}`. The
 * connection stores the name, because the account of a location cannot be queried later.
 *
 * @throws ConfigError for a connection that was not created by the sign-in.
 */
export function fullNameOf({ extra }: Connection): string {
  const { locationName } = extra
  if (typeof locationName === 'string' && locationName.length < 200 && FULL_NAME.test(locationName))
    return locationName
  throw new ConfigError(
    'The connection lacks the account of its location (extra.locationName). Connect the location again.',
    { platform: 'google_business' },
  )
}

/** Returns the name of the location for the newer services, which omit the account: `locations/{l}`. */
export function shortNameOf({ accountId }: Connection): string {
  return `locations/${encodeURIComponent(accountId)}`
}
