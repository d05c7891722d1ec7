import { createHash } from 'node:crypto'

/** Form and JSON fields that hold a secret, as the networks name them. */
const SECRET_FIELDS = new Set([
  'access_token',
  'appsecret_proof',
  'assertion',
  'auth_code',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'fb_exchange_token',
  'input_token',
  'password',
  'refresh_token',
  'secret',
  'token',
  'upload_id',
  'upload_token',
])
const SECRET_HEADERS = new Set([
  'access-token',
  'authorization',
  'cookie',
  'dpop',
  'proxy-authorization',
  'set-cookie',
])

/** A secret as the log shows it: unreadable, and equal only where the secret was. */
export function hide(secret: string): string {
  return `[hidden ${createHash('sha256').update(secret).digest('hex').slice(0, 8)}]`
}

/** A header's value, its secret hidden; the scheme of `authorization` stays. */
export function hideHeader(name: string, value: string): string {
  if (!SECRET_HEADERS.has(name)) return value
  const space = value.indexOf(' ')
  return name === 'authorization' && space > 0
    ? `${value.slice(0, space)} ${hide(value.slice(space + 1))}`
    : hide(value)
}

/** A copy of form fields or JSON, the secrets in it hidden at any depth. */
export function hideFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => hideFields(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      SECRET_FIELDS.has(name) && typeof one === 'string' ? hide(one) : hideFields(one),
    ]),
  )
}
