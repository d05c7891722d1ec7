import { createHash } from 'node:crypto'

/** Names of form and JSON fields that contain a secret, on any network. */
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

/** Returns a replacement of a secret for the log. Equal secrets have equal replacements. */
export function hide(secret: string): string {
  return `[hidden ${createHash('sha256').update(secret).digest('hex').slice(0, 8)}]`
}

/**
 * Returns a header value for the log, with its secret replaced. The scheme of `authorization`
 * stays readable.
 */
export function hideHeader(name: string, value: string): string {
  if (!SECRET_HEADERS.has(name)) return value
  const space = value.indexOf(' ')
  return name === 'authorization' && space > 0
    ? `${value.slice(0, space)} ${hide(value.slice(space + 1))}`
    : hide(value)
}

/** Returns a copy of form fields or JSON in which secrets at any depth are replaced. */
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
