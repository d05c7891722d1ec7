import { sampleOf } from '@social-internal/testing/sample'
import { Media, type PostInput } from '@social/core'
import { samplePng } from '@social/emulator'
import type { MastodonOptions as ServerOptions } from '@social/emulator/mastodon'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const KEY = { idempotencyKey: 'k' }

/**
 * Ways to lose a response. The last field is true when the server creates the post nevertheless.
 */
const LOSSES = [
  ['the reply is lost', { fault: 'replyLost' }, true],
  ['the reply is cut in its middle', { fault: 'dropMidBody' }, true],
  ['the connection closes before the server processes the request', { fault: 'closeBeforeEffect' }, false],
  ['a proxy returns 502', { fault: 'status', status: 502, body: '<html>' }, false],
] as const

/** Responses to the next request after the lost response. */
const ANSWERS = [
  ['normally', null],
  ['401', { fault: 'status', status: 401, body: { error: 'The access token is invalid' } }],
  ['403', { fault: 'status', status: 403, body: { error: 'This action is not allowed' } }],
  ['404', { fault: 'status', status: 404, body: { error: 'Record not found' } }],
  ['422', { fault: 'status', status: 422, body: { error: 'Validation failed: Text is bad' } }],
  ['429', { fault: 'status', status: 429, headers: { 'Retry-After': '900' } }],
  ['500', { fault: 'status', status: 500, body: '<html>' }],
  ['503 with Retry-After', { fault: 'status', status: 503, headers: { 'Retry-After': '900' } }],
  ['nothing', { fault: 'closeBeforeEffect' }],
] as const

/** Seconds between the lost response and the next call with the same key. */
const MOMENTS = [
  ['immediately', 0],
  ['after a minute', 61],
  ['after the key has expired on the server', 61 * 60],
] as const

type Server = readonly [name: string, options: ServerOptions, keepsKeys: boolean]

const GOTOSOCIAL: ServerOptions = {
  version: '0.19.1',
  software: 'gotosocial',
  idempotencyKeys: 'IGNORED',
  apiVersion: null,
}
const PIXELFED: ServerOptions = {
  version: '3.5.3 (compatible; Pixelfed 0.12.4)',
  software: 'pixelfed',
  idempotencyKeys: 'REPEAT_REFUSED',
  apiVersion: null,
}
const MASTODON_4_5: ServerOptions = { version: '4.5.9', apiVersion: 7 }

/** Servers that are tested with all combinations of the tables. */
const SERVERS: readonly Server[] = [
  ['4.5', MASTODON_4_5, true],
  ['4.6, which returns 500 to repeats', { version: '4.6.5' }, true],
  ['4.5 and takes 40 seconds for a post', { ...MASTODON_4_5, postingSeconds: 40 }, true],
  ['GoToSocial, which ignores keys', GOTOSOCIAL, false],
]

/**
 * Servers that are tested with fewer combinations, because they are similar to those in `SERVERS`.
 */
const MORE_SERVERS: readonly Server[] = [
  ['4.2', { version: '4.2.10', apiVersion: null }, true],
  ['the newest', { version: '4.7.2', apiVersion: 11 }, true],
  ['delayed in its lists', { ...MASTODON_4_5, listLagSeconds: 120 }, true],
  ['Pixelfed, which refuses repeats', PIXELFED, false],
  ['GoToSocial with delayed lists', { ...GOTOSOCIAL, listLagSeconds: 120 }, false],
]

const picture = (): PostInput => ({ media: [Media.fromBytes(samplePng(), { filename: 'cat.png' })] })
const textPost = (): PostInput => ({
  text: 'Hello ✨ @bo@other.example, see https://example.com/a/very/long/path/indeed',
})

/**
 * Repeats a call with the same key after each `retryAfter`. Returns the post's id, or null when
 * the result stays unknown.
 */
async function callUntilKnown(
  at: At,
  publish: () => Promise<{ readonly id: string }>,
): Promise<string | null> {
  for (let calls = 0; calls < 12; calls += 1)
    try {
      return (await publish()).id
    } catch (error) {
      const { retryAfter } = error as { readonly retryAfter?: number | null } // safe cast: the field is optional, and every thrown value here is an object
      if (retryAfter === null || retryAfter === undefined) return null
      await at.clock.advance(retryAfter)
    }
  throw new Error('Twelve calls were not enough.')
}

interface Case {
  readonly server: ServerOptions
  readonly keepsKeys: boolean
  readonly loss: (typeof LOSSES)[number][1]
  readonly isOut: boolean
  readonly answer?: (typeof ANSWERS)[number][1]
  readonly seconds: number
  readonly makePost?: () => PostInput
}

/** Runs one case. Returns `fine` or the failure. */
async function outcomeOf({
  server,
  keepsKeys,
  loss,
  isOut,
  answer = null,
  seconds,
  makePost = textPost,
}: Case) {
  await using at = await usingEmulator({ server })
  const account = await at.signIn()
  const publish = () => account.post(makePost(), KEY)
  await account.limits()
  at.faults.add({ ...SEND, ...loss })
  if (answer) at.faults.add({ ...answer, afterRequests: makePost().media ? 2 : 1 })
  const first = await publish().catch(() => null)
  if (seconds > 0) await at.clock.advance(seconds)
  if (answer && 'status' in answer && answer.status === 401) await at.signIn()
  const id = first?.id ?? (await callUntilKnown(at, publish))
  const made = at.effects()
  if (made.length > 1) return 'two posts'
  if (id !== null && id !== made[0]?.id) return 'misreported'
  if (isOut && id === null) return 'published, and never found'
  // A server stores a key for an hour. After an hour the library must not send the post again, so
  // only a person can decide.
  if (!isOut && keepsKeys && seconds < 3600 && made.length === 0) return 'never sent'
  return 'fine'
}

const isInSample = sampleOf(3)

describe.each(SERVERS)(
  'a post whose response was lost, on a server that is %s',
  (_name, server, keepsKeys) => {
    describe.each(LOSSES)('when %s', (_loss, loss, isOut) => {
      describe.each(ANSWERS.filter(isInSample))(
        'and the response to the next request is %s',
        (_answer, answer) => {
          it.each(MOMENTS)('and the call is repeated %s, is published once', async (_moment, seconds) => {
            expect(await outcomeOf({ server, keepsKeys, loss, isOut, answer, seconds })).toBe('fine')
          })
        },
      )
    })
  },
)

describe.each(MORE_SERVERS)(
  'a post whose response was lost, on a server that is %s',
  (_name, server, keepsKeys) => {
    describe.each(LOSSES)('when %s', (_loss, loss, isOut) => {
      it.each(MOMENTS)('and the call is repeated %s, is published once', async (_moment, seconds) => {
        expect(await outcomeOf({ server, keepsKeys, loss, isOut, seconds })).toBe('fine')
      })

      it('and it has an image, is published once', async () => {
        expect(await outcomeOf({ server, keepsKeys, loss, isOut, seconds: 0, makePost: picture })).toBe(
          'fine',
        )
      })
    })
  },
)
