import {
  type Fields,
  type LoginCall,
  type Token,
  type TokenReply,
  tokenReplySchema,
  toToken,
} from '@social/core/platform'

/**
 * Requests a token. Meta has no refresh tokens: a working token buys the next one.
 *
 * @param url - Complete URL of the endpoint.
 * @param fields - `grant_type` and its fields. All of them are redacted in errors and events.
 * @param options - `GET` puts the fields into the URL, which is logged. Use it only if the network documents nothing
 * else (Instagram, Threads). Facebook also takes a form.
 * @returns The token, without an expiry if the network sent no readable one.
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

/** Converts a token response. */
export function toGraphToken(reply: TokenReply, { clock }: Pick<LoginCall, 'clock'>): Token {
  return toToken({ ...reply, refresh_token: null }, { now: clock.now() })
}

/** Prefix that distinguishes the token endpoints of Meta: `fb_exchange_token`, `ig_refresh_token`. */
export type GrantPrefix = 'fb' | 'ig' | 'th'

/** Fields that exchange a token of an hour for one of sixty days. Facebook also requires the app id. */
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

/** Fields that exchange a long-lived token of Instagram or Threads for a new one of sixty days. */
export function refreshFields(prefix: 'ig' | 'th', accessToken: string): Fields {
  return { grant_type: `${prefix}_refresh_token`, access_token: accessToken }
}
