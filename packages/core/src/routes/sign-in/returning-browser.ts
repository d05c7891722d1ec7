import { Reply } from '../reply.js'
import type { Params, RouteRequest } from '../request.js'
import { signInHeaders } from './sign-in-reply.js'

/** Maximum length in characters of a query that is copied into a redirect URL. Our choice. */
const MAX_QUERY_LENGTH = 8192

/**
 * Redirects a POST from the network's own page (`form_post`) to a GET. Browsers omit SameSite=Lax cookies from such
 * a POST, but send them with the redirect. Only a response of the network is redirected, because values that a
 * person typed into a form must not be in a URL.
 */
export function redirectToGet(request: RouteRequest, params: Params): Reply | null {
  if (request.method !== 'POST' || request.headers['sec-fetch-site'] !== 'cross-site') return null
  if (params['code'] === undefined && params['error'] === undefined) return null
  const query = new URLSearchParams(params).toString()
  return query.length > MAX_QUERY_LENGTH ? null : Reply.redirect(`?${query}`, 303, signInHeaders(null))
}

/** Returns the warning about a browser without the cookie of its sign-in. */
export function missingCookie(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  const address = `${protocol}//${host}`
  const secure = protocol === 'https:' ? ' Browsers drop the cookie of a page over plain http.' : ''
  return `A person returned to redirectUri without the cookie of the sign-in. Start sign-ins at ${address}, not at another address.${secure}`
}
