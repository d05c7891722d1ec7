import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS, STEP } from './__fixtures__/videos.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

const error = (details: object) => ({ error: { code: 0, message: 'no', ...details } })

/** What nobody documented, with every status below. */
const BODIES: readonly unknown[] = [
  undefined,
  '<html>Sign in to the Wi-Fi</html>',
  'null',
  '[]',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"items":[{"id":"a","snip',
  { error: 7 },
  { error: 'invalid_grant', error_description: 'x\r\nSet-Cookie: a=b' },
  error({ errors: 'none' }),
  error({ errors: [null], details: [7] }),
  error({ errors: [{ reason: 'constructor' }], status: 'toString', message: '__proto__' }),
  error({ errors: [{ reason: 'quotaExceeded' }], message: 'w '.repeat(200_000) }),
  error({
    errors: [{ reason: 'accessNotConfigured' }],
    details: [{ reason: 'x', metadata: { activationUrl: 'javascript:x\n\u001B[31m', quota_unit: {} } }],
  }),
  { items: {} },
  { items: [null, 7, {}] },
  { items: [{ id: 'v', status: 'x' }] },
  { items: [{ id: 'v', statistics: { likeCount: '1e999', commentCount: '-5' }, snippet: { title: '' } }] },
  {
    items: [{ id: 'c', snippet: { topLevelComment: { snippet: { publishedAt: '9999-99-99T99:99:99Z' } } } }],
  },
  { id: 7 },
  { id: '' },
  { access_token: 'new\r\nX-Other: 1', refresh_token: 'r' },
  { access_token: 'new', refresh_token: 'r', expires_in: -5, scope: 7 },
]

const STATUSES = [
  200, 202, 204, 206, 301, 304, 308, 400, 401, 403, 404, 408, 410, 416, 425, 429, 500, 503, 599,
]

const FAULTS: readonly FaultEffect[] = [
  ...STATUSES.map((status) => ({ fault: 'status', status }) as const),
  ...[200, 308, 403, 500].flatMap((status) =>
    BODIES.map((body) => ({ fault: 'status', status, body }) as const),
  ),
  ...[
    { Range: 'bytes=5-9' },
    { Range: `bytes=0-${'9'.repeat(400)}` },
    { Range: 'x'.repeat(10_000) },
    { Range: 'bytes=0-9', Location: 'javascript:x' },
    { Range: 'bytes=0-9', Location: '::::' },
    { 'Retry-After': '-5' },
    { 'Retry-After': 'soon' },
  ].map((headers) => ({ fault: 'status', status: 308, headers }) as const),
  { fault: 'dropMidBody' },
  { fault: 'closeBeforeEffect' },
]

/** A channel with a video and two comments, one of them its own. */
async function withComments(at: At) {
  const ada = await at.signIn()
  const { id } = await ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
  at.people.comment({ by: 'Grace', on: id, text: 'theirs' })
  at.people.comment({ by: 'Ada Makes Bread', on: id, text: 'ours' })
  const [theirs, ours] = await ada.fetchUpdates()
  if (!theirs || !ours) throw new Error('no updates')
  return { ada, theirs, ours }
}

type Setting = Awaited<ReturnType<typeof withComments>> & { readonly at: At }

const OPERATIONS: Readonly<Record<string, (setting: Setting) => Promise<unknown>>> = {
  checkState: ({ ada }) => ada.checkState('v'),
  readStats: ({ ada }) => ada.readStats('v'),
  profile: ({ ada }) => ada.profile(),
  fetchUpdates: ({ ada }) => ada.fetchUpdates(),
  replyToUpdate: ({ ada, theirs }) => ada.replyToUpdate(theirs, 'Rye'),
  setCommentVisibility: ({ ada, theirs }) => ada.setCommentVisibility(theirs, { hidden: true }),
  deleteComment: ({ ada, ours }) => ada.deleteComment(ours),
  post: ({ ada }) => ada.post({ media: [aVideoOf(2 * STEP + 5).media], options: OPTIONS }),
  'a renewal': ({ ada, at }) => {
    at.people.expireTokens()
    return ada.profile()
  },
}

/** What is wrong with how it ended; '' for a result, and for an error that a person can read. */
async function wrongEnd(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return ''
  } catch (thrown) {
    if (!SocialBaseError.is(thrown)) return inspect(thrown)
    const shown = `${inspect(thrown, { depth: 9 })}${JSON.stringify(thrown)}`
    const isClear = thrown.message.length < 1000 && !/\p{Cc}/u.test(thrown.message)
    return isClear && !/upload_id=A|ya29\.\w{4}/.test(shown) ? '' : shown
  }
}

describe('a YouTube that answers nonsense', () => {
  it.each(Object.keys(OPERATIONS))('ends %s in a result or a clear error', async (name) => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 1 } })
    const setting = { ...(await withComments(at)), at }
    const operation = OPERATIONS[name]
    const wrong: unknown[] = []
    for (const nth of name === 'post' ? [1, 2, 4] : [1])
      for (const fault of FAULTS) {
        at.faults.add({ ...fault, nth, count: 'all' })
        const end = await wrongEnd(operation?.(setting) ?? Promise.reject(new Error('no operation')))
        if (end !== '') wrong.push({ fault, nth, end })
        at.faults.clear()
        await at.signIn()
      }

    expect(wrong).toEqual([])
  })

  it('ends a sign-in in a clear error', async () => {
    await using at = await usingEmulator()
    const wrong: unknown[] = []
    for (const nth of [1, 2])
      for (const fault of FAULTS) {
        at.faults.add({ ...fault, nth: 1, count: 'all', path: nth === 1 ? '/token' : '/youtube/v3/channels' })
        const end = await wrongEnd(at.finishLogin())
        if (end !== '') wrong.push({ fault, nth, end })
        at.faults.clear()
      }

    expect(wrong).toEqual([])
  })
})
