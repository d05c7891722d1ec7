import { createHmac } from 'node:crypto'

import { sameBytes, type WebhookSecret } from '@social/core/platform'

/** Letters of each of the two digests: 60 bits each. */
const DIGEST = 15
const CODE = /^([0-9a-z]{1,10})([0-9a-f]{15})([0-9a-f]{15})$/

const textsOf = (secret: WebhookSecret): readonly string[] =>
  typeof secret === 'string' ? [secret] : Array.isArray(secret) ? secret : []

const digestOf = (secret: string, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex').slice(0, DIGEST)

/**
 * Confirmation code of a deletion request. It is equal for equal requests, contains the time of the request but no
 * personal data, and cannot be forged. The status page therefore needs no storage.
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

/** Time of the request of a code. Null for a code that was not created here. */
export function readDeletionCode(secret: WebhookSecret, code: string): Date | null {
  const parts = CODE.exec(code)
  if (parts === null) return null
  const [, seconds = '', digest = '', proof = ''] = parts
  const isOurs = textsOf(secret).some((one) =>
    sameBytes(digestOf(one, `deletion code ${seconds}${digest}`), proof),
  )
  return isOurs ? new Date(Number.parseInt(seconds, 36) * 1000) : null
}
