import { nonsenseOf, wrongEnds } from '@social-internal/shared-tests/nonsense'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS, STEP } from './__fixtures__/videos.js'
import { SCOPES } from './errors/index.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

const error = (details: object) => ({ error: { code: 0, message: 'no', ...details } })

/** Undocumented response bodies. The test sends each body with every status below. */
const BODIES: readonly unknown[] = [
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
  { columnHeaders: [{ name: 'views' }, 7], rows: [[], ['x'], 7, [{}]] },
  { id: 7 },
  { id: '' },
  { access_token: 'new\r\nX-Other: 1', refresh_token: 'r' },
  { access_token: 'new', refresh_token: 'r', expires_in: -5, scope: 7 },
]

const FAULTS = nonsenseOf({
  bodies: BODIES,
  statuses: [200, 308, 403, 500],
  headers: {
    status: 308,
    list: [
      { Range: 'bytes=5-9' },
      { Range: `bytes=0-${'9'.repeat(400)}` },
      { Range: 'x'.repeat(10_000) },
      { Range: 'bytes=0-9', Location: 'javascript:x' },
      { Range: 'bytes=0-9', Location: '::::' },
      { 'Retry-After': '-5' },
      { 'Retry-After': 'soon' },
    ],
  },
})

/**
 * Creates a channel with a video and two comments. The channel itself wrote one of the comments.
 */
async function withComments(at: At) {
  const ada = await at.signIn('Ada', Object.values(SCOPES))
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
  readInsights: ({ ada }) => ada.readInsights({ postId: 'v' }),
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

/** Secrets that no error may contain. */
const SECRETS = /upload_id=A|ya29\.\w{4}/

describe('a YouTube with invalid responses', () => {
  // Holds R-0488.
  it.each(Object.keys(OPERATIONS))('lead to a result or a clear error of %s', async (name) => {
    await using at = await usingEmulator({ platform: { chunkBytes: STEP, resendsAllowed: 1 } })
    const setting = { ...(await withComments(at)), at }
    const operation = OPERATIONS[name]
    const nths = name === 'post' ? [1, 2, 4] : [1]
    const tried = nths.flatMap((nth) => FAULTS.map((fault) => ({ ...fault, nth, count: 'all' }) as const))

    const wrong = await wrongEnds(at.faults, tried, {
      secrets: SECRETS,
      work: () => operation?.(setting) ?? Promise.reject(new Error('no operation')),
      after: () => at.signIn(),
    })
    expect(wrong).toEqual([])
  })

  it('lead to a clear error of a sign-in', async () => {
    await using at = await usingEmulator()
    const paths = ['/token', '/youtube/v3/channels']
    const tried = paths.flatMap((path) => FAULTS.map((fault) => ({ ...fault, path, count: 'all' }) as const))

    const wrong = await wrongEnds(at.faults, tried, { secrets: SECRETS, work: () => at.finishLogin() })
    expect(wrong).toEqual([])
  })
})
