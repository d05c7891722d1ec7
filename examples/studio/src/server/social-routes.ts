/** Path under which the library's routes are mounted. */
export const SOCIAL_PREFIX = '/social'
/**
 * Returns the redirect URI of a network. The default is a template with the placeholder
 * `{platform}`. Some networks require the trailing slash.
 */
export const redirectUriOf = (origin: string, network = '{platform}'): string =>
  `${origin}${SOCIAL_PREFIX}/callback/${network}/`
/** Returns the URL to which a network sends webhook requests. */
export const webhookUrlOf = (origin: string, network: string): string =>
  `${origin}${SOCIAL_PREFIX}/webhooks/${network}`
