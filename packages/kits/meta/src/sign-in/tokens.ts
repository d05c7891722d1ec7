import {
  type Fields,
  type LoginCall,
  type Token,
  type TokenReply,
  tokenReplySchema,
  toToken,
} from '@social/core/platform'

/**
 * Requests a token. Meta has no refresh tokens: a valid token is exchanged for a new token.
 *
 * @param url - Complete URL of the endpoint.
 * @param fields - `grant_type` and its parameters. All values are redacted in errors and events.
 * @param options - `GET` sends the fields in the URL, which may be logged. Use `GET` only if the
 * network documents no other method (Instagram, Threads). Facebook also accepts `POST`.
 * @returns The token. The token has no expiry if the response contains no readable expiry.
 */
export async function tradeToken(
  call: LoginCall,
  url: string,
  fields: Fields,
  { method }: { readonly method: 'GET' | 'POST' },
): Promise<Token> {
  const options = method === 'GET' ? { query: fields } : { form: fields }
  const { data } = await call.http.request(method, url, tokenReplySchema, { ...options, auth: 'none' })
  return toGraphToken(data, call)
}

/** Converts a token response to a token. */
export function toGraphToken(reply: TokenReply, { clock }: Pick<LoginCall, 'clock'>): Token {
  return toToken({ ...reply, refresh_token: null }, { now: clock.now() })
}

/**
 * Prefix in the parameters of Meta's token endpoints, such as `fb_exchange_token` and
 * `ig_refresh_token`.
 */
export type GrantPrefix = 'fb' | 'ig' | 'th'

/**
 * Returns the parameters that exchange a token of an hour for a token of sixty days. Facebook also
 * requires the app id.
 */
export function exchangeFields(
  prefix: GrantPrefix,
  app: { readonly clientId: string; readonly clientSecret: string | null },
  accessToken: string,
): Fields {
  const grant = `${prefix}_exchange_token`
  const secret = { grant_type: grant, client_secret: app.clientSecret }
  return prefix === 'fb'
    ? { ...secret, client_id: app.clientId, [grant]: accessToken }
    : { ...secret, access_token: accessToken }
}

/**
 * Returns the parameters that exchange a long-lived token of Instagram or Threads for a new token
 * of sixty days.
 */
export function refreshFields(prefix: 'ig' | 'th', accessToken: string): Fields {
  return { grant_type: `${prefix}_refresh_token`, access_token: accessToken }
}
