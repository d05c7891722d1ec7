import {
  type Fields,
  type LoginCall,
  type Token,
  type TokenReply,
  tokenReplySchema,
  toToken,
} from '@social/core/platform'

/**
 * Asks one of the token endpoints. What comes back has no refresh token, ever: a working token buys the next one.
 *
 * @param url - The endpoint, whole.
 * @param fields - `grant_type` and what it needs; all of it is kept out of errors and events.
 * @param options - `GET` puts the fields into the address, where logs keep them: only where the network documents nothing
 *   else (Instagram, Threads). Facebook takes a form as well.
 * @returns The token; without an end when the network gave none that can be read.
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

/** A token reply as a token. */
export function toGraphToken(reply: TokenReply, { clock }: Pick<LoginCall, 'clock'>): Token {
  return toToken({ ...reply, refresh_token: null }, { now: clock.now() })
}

/** What brings the three token endpoints of Meta together: `fb_exchange_token`, `ig_refresh_token`. */
export type GrantPrefix = 'fb' | 'ig' | 'th'

/** The fields that trade a token of an hour for one of sixty days. Facebook wants the app's id too. */
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

/** The fields that trade a long-lived token of Instagram or Threads for a new one of sixty days. */
export function refreshFields(prefix: 'ig' | 'th', accessToken: string): Fields {
  return { grant_type: `${prefix}_refresh_token`, access_token: accessToken }
}
