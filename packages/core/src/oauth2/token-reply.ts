import * as v from 'valibot'

import { Token } from '../models/index.js'
import { assertDate } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/** Reads seconds, given as a number or as digits. Any other value becomes null. */
const seconds = v.fallback(
  v.nullable(
    v.pipe(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), v.finite(), v.minValue(1)),
  ),
  null,
)

const text = v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null)

/** Accepts only characters that are valid in a header, as in every access token (RFC 6749, appendix A.12). */
const accessToken = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed && /[^\x20-\x7E]/.test(dataset.value))
      addIssue({ expected: 'printable ASCII characters' })
  }),
)

/**
 * Schema of a token response (RFC 6749, section 5.1) that tolerates deviations. A network with more fields spreads
 * `entries` into its own schema.
 */
export const tokenReplySchema = v.object({
  access_token: accessToken,
  token_type: v.optional(text, null),
  expires_in: v.optional(seconds, null),
  refresh_token: v.optional(text, null),
  refresh_token_expires_in: v.optional(seconds, null),
  refresh_expires_in: v.optional(seconds, null),
  scope: v.optional(text, null),
})

/** Output of `tokenReplySchema`. */
export type TokenReply = v.InferOutput<typeof tokenReplySchema>

/** Options of `toToken`. */
export interface ToTokenOptions {
  readonly now: Date
  /**
   * The token that was renewed. The new token keeps its proof key, and its refresh token if the response contains
   * none.
   */
  readonly previous?: Token | undefined
  /** Private key of a new `DPOP` token, which is a secret. */
  readonly proofKey?: string | undefined
}

/** Converts a token response to a token. If the response contains no refresh token, the old refresh token is kept. */
export function toToken(reply: TokenReply, options: ToTokenOptions): Token {
  assertObject(reply, 'toToken: reply', '{ access_token }')
  assertObject(options, 'toToken: options', '{ now }')
  const { now, previous } = options
  assertDate(now, 'toToken: now')
  const proofKey = options.proofKey ?? previous?.proofKey ?? null
  const isProofBound =
    reply.token_type === null ? proofKey !== null : reply.token_type.toUpperCase() === 'DPOP'
  const keepsRefreshToken = reply.refresh_token === null || reply.refresh_token === previous?.refreshToken
  const refreshEnd = after(now, reply.refresh_token_expires_in ?? reply.refresh_expires_in)
  return new Token({
    accessToken: reply.access_token,
    refreshToken: reply.refresh_token ?? previous?.refreshToken ?? null,
    expiresAt: after(now, reply.expires_in),
    refreshTokenExpiresAt:
      refreshEnd ?? (keepsRefreshToken ? (previous?.refreshTokenExpiresAt ?? null) : null),
    kind: isProofBound ? 'DPOP' : 'BEARER',
    proofKey: isProofBound ? proofKey : null,
  })
}

function after(now: Date, secondsFromNow: number | null): Date | null {
  if (secondsFromNow === null) return null
  const end = new Date(now.getTime() + secondsFromNow * 1000)
  return Number.isNaN(end.getTime()) ? null : end
}
