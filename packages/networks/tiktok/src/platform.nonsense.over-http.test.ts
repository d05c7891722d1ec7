import { nonsenseOf, wrongEnds } from '@social-internal/shared-tests/nonsense'
import { Media } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { readCreator } from './read.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type Account = Awaited<ReturnType<At['signIn']>>

const refused = (code: unknown, message: unknown = 'no') => ({
  data: {},
  error: { code, message, log_id: '1' },
})
const ok = (data: unknown) => ({ data, error: { code: 'ok', message: '', log_id: '1' } })

/** Undocumented responses. The test sends each response with every status below. */
const BODIES: readonly unknown[] = [
  '{"data":{"publish_id":"v',
  { error: 7 },
  { error: [] },
  { error: 'invalid_grant', error_description: 'x\r\nSet-Cookie: a=b' },
  refused(7),
  refused('constructor', '__proto__'),
  refused('toString\n\u001B[31m', 'x\r\ny'),
  refused('something_new', 'w '.repeat(200_000)),
  refused('spam_risk_too_many_posts', { a: 1 }),
  ok(null),
  ok([]),
  ok({ user: null }),
  ok({ user: { display_name: 7, avatar_url: 'javascript:x' } }),
  ok({ status: 7 }),
  ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: { a: 1 }, uploaded_bytes: '5' }),
  ok({ publish_id: 'p', upload_url: 'javascript:alert(1)' }),
  ok({ publish_id: 'p', upload_url: '::::' }),
  ok({ publish_id: 'p', upload_url: 'https://tiktokapis.com.evil.example/video/' }),
  ok({ publish_id: 'p'.repeat(100_000), upload_url: 'http://169.254.169.254/' }),
  ok({ privacy_level_options: 'all', max_video_post_duration_sec: {} }),
  { access_token: 'new\r\nX-Other: 1', refresh_token: 'r', open_id: 'o' },
  { access_token: 'new', refresh_token: 'r', open_id: '', expires_in: -5, scope: 7 },
]

const FAULTS = nonsenseOf({
  bodies: BODIES,
  statuses: [200, 401, 416, 500],
  headers: {
    status: 416,
    list: [
      { 'Content-Range': 'bytes 5-9/7' },
      { 'Content-Range': `bytes 0-${'9'.repeat(400)}/1` },
      { 'Content-Range': 'x'.repeat(10_000) },
      { 'Retry-After': '-5' },
      { 'Retry-After': 'soon' },
    ],
  },
})

const post = {
  media: [Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })],
  options: { sendTo: 'profile' },
} as const

const OPERATIONS: Readonly<Record<string, (account: Account, at: At) => Promise<unknown>>> = {
  checkState: (account) => account.checkState('v'),
  profile: (account) => account.profile(),
  readCreator: (account) => account.run(readCreator),
  post: (account) => account.post(post),
  'a renewal': async (account, at) => {
    await at.clock.advance(86_401)
    return account.profile()
  },
}

/** Secrets that no error may contain. */
const SECRETS = /upload_token|act\.|rft\./

describe('invalid responses from TikTok', () => {
  // Holds R-0488.
  it.each(Object.keys(OPERATIONS))('lead to a result or a clear error of %s', async (name) => {
    await using at = await usingEmulator({ server: { rates: { profileInit: 1e6 }, postsPerDay: 1e6 } })
    const operation = OPERATIONS[name]
    let account = await at.signIn()
    const nths = name === 'post' ? [1, 2, 3] : [1]
    const faults = nths.flatMap((nth) => FAULTS.map((fault) => ({ ...fault, nth, count: 'all' }) as const))

    const wrong = await wrongEnds(at.faults, faults, {
      secrets: SECRETS,
      work: () => operation?.(account, at) ?? Promise.reject(new Error('no operation')),
      after: async () => {
        // The token from the refresh may also be invalid. The client may notice a revoked
        // connection only in this sign-in, so a failed sign-in is repeated.
        if (name === 'a renewal') account = await at.signIn().catch(() => at.signIn())
      },
    })
    expect(wrong).toEqual([])
  })

  it('lead to a clear error of a sign-in', async () => {
    await using at = await usingEmulator()
    const paths = ['/v2/oauth/token/', '/v2/user/info/']
    const faults = paths.flatMap((path) => FAULTS.map((fault) => ({ ...fault, path, count: 'all' }) as const))

    const wrong = await wrongEnds(at.faults, faults, { secrets: SECRETS, work: () => at.finishLogin('ada') })
    expect(wrong).toEqual([])
  })
})
