/** Where the library's own routes are mounted. */
export const SOCIAL_PREFIX = '/social'
/** Where a network sends people back to; for all of them with `{platform}` in place of a name. Some networks want the slash. */
export const redirectUriOf = (origin: string, network = '{platform}'): string =>
  `${origin}${SOCIAL_PREFIX}/callback/${network}/`
/** Where a network pushes its news to. */
export const webhookUrlOf = (origin: string, network: string): string =>
  `${origin}${SOCIAL_PREFIX}/webhooks/${network}`
