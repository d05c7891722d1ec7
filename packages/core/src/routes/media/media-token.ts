import { createHmac } from 'node:crypto'

import * as v from 'valibot'

import { sameBytes } from '../../webhook/index.js'

/** What a token allows: one file, for a while. */
export interface MediaGrant {
  /** Absolute path. */
  readonly path: string
  readonly size: number
  readonly contentType: string
  /** Unix seconds. */
  readonly expiresAt: number
  /** True when the host wrote the file itself, and takes it away again. */
  readonly isOurs: boolean
}

const grantSchema = v.strictTuple([v.literal(1), v.string(), v.number(), v.string(), v.number(), v.boolean()])

/** Writes a grant down and signs it. The path is readable for whoever has the token; it cannot be changed. */
export function writeToken(grant: MediaGrant, key: Uint8Array): string {
  const { path, size, contentType, expiresAt, isOurs } = grant
  const payload = Buffer.from(JSON.stringify([1, path, size, contentType, expiresAt, isOurs])).toString(
    'base64url',
  )
  return `${payload}.${signatureOf(payload, key)}`
}

/** Reads a token; null when it was not signed with this key. Says nothing about its time. */
export function readToken(token: string, key: Uint8Array): MediaGrant | null {
  const dot = token.lastIndexOf('.')
  const payload = token.slice(0, Math.max(0, dot))
  if (!sameBytes(token.slice(dot + 1), signatureOf(payload, key))) return null
  const read = v.safeParse(grantSchema, JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (!read.success) return null
  const [, path, size, contentType, expiresAt, isOurs] = read.output
  return { path, size, contentType, expiresAt, isOurs }
}

function signatureOf(payload: string, key: Uint8Array): string {
  // The words keep these signatures apart from whatever else the application signs with the same key.
  return createHmac('sha256', key).update(`social media token\n${payload}`).digest('base64url')
}
