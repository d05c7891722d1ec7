import { createHmac } from 'node:crypto'

import { sameBytes, type WebhookSecret } from '@social/core/platform'

/** Number of hexadecimal digits of each of the two digests in a code: 60 bits each. */
const DIGEST = 15
const CODE = /^([0-9a-z]{1,10})([0-9a-f]{15})([0-9a-f]{15})$/

const textsOf = (secret: WebhookSecret): readonly string[] =>
  typeof secret === 'string' ? [secret] : Array.isArray(secret) ? secret : []

const digestOf = (secret: string, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex').slice(0, DIGEST)

/**
 * Creates the confirmation code of a deletion request. Equal requests get equal codes. The code
 * contains the time of the request but no personal data, and cannot be forged. The status page
 * therefore needs no storage.
 */
export function deletionCode(
  secret: WebhookSecret,
  request: { readonly userId: string; readonly issuedAt: Date },
): string {
  const [first = ''] = textsOf(secret)
  const seconds = Math.floor(request.issuedAt.getTime() / 1000)
  const body = `${seconds.toString(36)}${digestOf(first, `deletion ${seconds} ${request.userId}`)}`
  return `${body}${digestOf(first, `deletion code ${body}`)}`
}

/**
 * Returns the time of the request from its code. Returns null for a code that was not created with
 * this secret.
 */
export function readDeletionCode(secret: WebhookSecret, code: string): Date | null {
  const parts = CODE.exec(code)
  if (parts === null) return null
  const [, seconds = '', digest = '', proof = ''] = parts
  const isOurs = textsOf(secret).some((one) =>
    sameBytes(digestOf(one, `deletion code ${seconds}${digest}`), proof),
  )
  return isOurs ? new Date(Number.parseInt(seconds, 36) * 1000) : null
}
