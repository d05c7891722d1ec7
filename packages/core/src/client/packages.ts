import { ConfigError } from '../errors/index.js'
import { describeValue } from '../models/describe-value.js'

/** Which package speaks to which network. */
const PACKAGES: Readonly<Record<string, string>> = {
  mastodon: '@social/mastodon',
  bluesky: '@social/bluesky',
  facebook: '@social/facebook',
  instagram: '@social/instagram',
  threads: '@social/threads',
  youtube: '@social/youtube',
  tiktok: '@social/tiktok',
  pinterest: '@social/pinterest',
  x: '@social/x',
  twitter: '@social/x',
  tiktok_business: '@social/tiktok-business',
  google_business: '@social/google-business',
}

/** The error for a platform the client does not have: what it has, and what to install. */
export function unknownPlatform(name: string, known: readonly string[]): ConfigError {
  const has = known.length === 0 ? 'This client has no platforms.' : `This client has: ${known.join(', ')}.`
  const remedy = Object.hasOwn(PACKAGES, name)
    ? `Install ${PACKAGES[name]} and add it to \`platforms\` of new SocialClient.`
    : 'Add it to `platforms` of new SocialClient.'
  return new ConfigError(`There is no platform ${describeValue(name)}. ${has} ${remedy}`)
}
