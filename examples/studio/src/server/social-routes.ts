/** Path prefix of the library's routes. */
export const SOCIAL_PREFIX = '/social'
/** Redirect URI of a network, with `{platform}` as placeholder. Some networks require the trailing slash. */
export const redirectUriOf = (origin: string, network = '{platform}'): string =>
  `${origin}${SOCIAL_PREFIX}/callback/${network}/`
/** Webhook URL of a network. */
export const webhookUrlOf = (origin: string, network: string): string =>
  `${origin}${SOCIAL_PREFIX}/webhooks/${network}`
