import { AuthError, Media, NotFoundError, PlatformError } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { usingEmulator } from './__fixtures__/at-emulator.js'
import { toPostState } from './map.js'
import { tiktok } from './platform.js'

const STATUS = 'POST /v2/post/publish/status/fetch/'
const CREATOR = 'POST /v2/post/publish/creator_info/query/'

const media = [Media.fromBytes(sampleMp4(), { filename: 'clip.mp4' })]
const OPEN_POST = { media, options: { sendTo: 'profile', privacyLevel: 'PUBLIC_TO_EVERYONE' } } as const

const ok = { code: 'ok', message: '', log_id: '1' }

function check(data: object, more: { readonly username?: string; readonly scopes?: readonly string[] } = {}) {
  const { username, scopes = ['user.info.basic', 'video.upload'] } = more
  const connection = anAccount({ scopes, extra: username === undefined ? {} : { username } })
  // The body is built as text, because JavaScript would round the large ids.
  const body = JSON.stringify({ data, error: ok }).replaceAll(/"#(\d+)"/g, '$1')
  const replies = { [STATUS]: { status: 200, headers: { 'content-type': 'application/json' }, body } }
  const call = aCall({ platform: tiktok(), connection, replies })
  return { call, state: tiktok().checkState('v_pub_file~1', call) }
}

describe('the state of a post', () => {
  it('does not hide a bug of the library behind a missing URL', async () => {
    const { call, state } = check({ status: 'FAILED' }, { scopes: ['video.publish'] })
    await state
    const published = { status: 'PUBLISH_COMPLETE', publicly_available_post_id: ['7'] }
    const http = {
      request: async () => ({ data: { data: published }, raw: {} }),
      post: async () => {
        throw new TypeError('a mistake')
      },
    }

    // safe cast: `checkState` calls only the methods that this object has
    await expect(tiktok().checkState('v_pub_file~1', { ...call, http } as never)).rejects.toThrow(TypeError)
  })

  it.each([
    ['PROCESSING_UPLOAD', 'PROCESSING'],
    ['PROCESSING_DOWNLOAD', 'PROCESSING'],
    ['SEND_TO_USER_INBOX', 'WAITING_FOR_PERSON'],
    ['PUBLISH_COMPLETE', 'DONE'],
    ['FAILED', 'FAILED'],
    ['SOMETHING_NEW', 'PROCESSING'],
  ])('is read from %s as %s', (word, state) => {
    expect(toPostState(word)).toBe(state)
  })

  it.each([
    ['a list of numbers', { publicaly_available_post_id: ['#7602997517160123666'] }],
    ['one number', { publicaly_available_post_id: '#7602997517160123666' }],
    ['a list of texts', { publicaly_available_post_id: ['7602997517160123666', '8'] }],
    ['the correct spelling', { publicly_available_post_id: ['7602997517160123666'] }],
  ])('has a URL with every digit of %s', async (_what, ids) => {
    const { state } = check({ status: 'PUBLISH_COMPLETE', ...ids }, { username: 'fixturecat' })

    expect(await state).toMatchObject({
      state: 'DONE',
      url: 'https://www.tiktok.com/@fixturecat/video/7602997517160123666',
      idempotencyKey: null,
    })
  })

  it.each([
    {},
    { publicaly_available_post_id: [] },
    { publicaly_available_post_id: null },
    { publicaly_available_post_id: [0] },
  ])('has no URL with %j', async (ids) => {
    const { state } = check({ status: 'PUBLISH_COMPLETE', ...ids }, { username: 'fixturecat' })

    expect(await state).toMatchObject({ state: 'DONE', url: null })
  })

  it('has no URL without the scope for the user name', async () => {
    const { call, state } = check({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ['#76'] })

    expect(await state).toMatchObject({ state: 'DONE', url: null })
    expect(call.transport.paths).toEqual([STATUS])
  })

  it('has no URL when the user name cannot be read, with a warning', async () => {
    const { call, state } = check(
      { status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ['#76'] },
      { scopes: ['video.publish'] },
    )

    expect(await state).toMatchObject({ state: 'DONE', url: null })
    expect(call.warnings).toHaveLength(1)
  })

  it('keeps the reason of a failed post', async () => {
    const { state } = check({ status: 'FAILED', fail_reason: 'picture_size_check_failed' })

    expect((await state).raw).toMatchObject({ data: { fail_reason: 'picture_size_check_failed' } })
    expect((await state).failure).toMatchObject({
      code: 'VIDEO_DIMENSIONS',
      todo: 'CHANGE_POST',
      message: expect.stringContaining('picture_size_check_failed'),
      userMessage: expect.stringContaining('4096'),
    })
  })

  // @see F-TT-01 to F-TT-09
  it.each([
    ['file_format_check_failed', 'FILE_FORMAT', 'CHANGE_POST'],
    ['frame_rate_check_failed', 'FRAME_RATE', 'CHANGE_POST'],
    ['duration_check_failed', 'VIDEO_LENGTH', 'CHANGE_POST'],
    ['internal', 'TIKTOK_FAILED', 'RETRY'],
    ['publish_cancelled', 'PUBLISH_CANCELLED', 'LOOK_AT_ACCOUNT'],
    ['spam_risk_user_banned_from_posting', 'ACCOUNT_SUSPENDED', 'LOOK_AT_ACCOUNT'],
    ['auth_removed', 'ACCESS_REVOKED', 'SIGN_IN_AGAIN'],
    ['something_new', 'UNKNOWN', 'LOOK_AT_ACCOUNT'],
  ])('names the reason %s and the next step', async (failReason, code, todo) => {
    const { state } = check({ status: 'FAILED', fail_reason: failReason })

    expect((await state).failure).toMatchObject({ code, todo })
  })

  it('has no failure in other states', async () => {
    const { state } = check({ status: 'PROCESSING_UPLOAD', fail_reason: '' })

    expect((await state).failure).toBeNull()
  })

  it('is a failure of TikTok without a status', async () => {
    await expect(check({ uploaded_bytes: 7 }).state).rejects.toThrow(PlatformError)
  })
})

describe('the state of a post over HTTP', () => {
  // Holds R-0123, R-0204, R-0429, R-0430, R-0431.
  it('goes from processing to done to public', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post(OPEN_POST)

    expect(await account.checkState(id)).toMatchObject({ id, state: 'PROCESSING', url: null })
    await at.clock.advance(21)
    expect(await account.checkState(id)).toMatchObject({ state: 'DONE', url: null })
    await at.clock.advance(41)
    const [postId] = at.videos()[0]?.postIds ?? []
    expect(await account.checkState(id)).toMatchObject({
      state: 'DONE',
      url: `https://www.tiktok.com/@ada/video/${postId}`,
    })
    expect(at.counts()).toMatchObject({ [STATUS]: 3, [CREATOR]: 1 })
  })

  // Holds R-0430.
  it('of a private post is done, without a URL', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ media, options: { sendTo: 'profile' } })
    await at.clock.advance(86_000)

    expect(await account.checkState(id)).toMatchObject({ state: 'DONE', url: null })
  })

  // Holds R-0122.
  it('of a draft waits for its person, and is not queried automatically', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', {
      scopes: ['user.info.basic', 'user.info.profile', 'video.upload'],
    })
    const { id } = await account.post({ media })
    await at.clock.advance(3600)
    expect(at.counts()).not.toHaveProperty(STATUS)

    expect(await account.checkState(id)).toMatchObject({ state: 'WAITING_FOR_PERSON', url: null })
    at.network.postDraft({ publishId: id })
    expect(await account.checkState(id)).toMatchObject({
      state: 'DONE',
      url: expect.stringContaining('/@ada/video/'),
    })
    expect(at.counts()).not.toHaveProperty(CREATOR)
  })

  // Holds R-0124.
  it('of a file that is not a video is failed', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const wrong = [Media.fromBytes(new Uint8Array(100), { filename: 'clip.mp4' })]
    const { id } = await account.post({ media: wrong, options: { sendTo: 'profile' } })
    await at.clock.advance(21)

    expect(await account.checkState(id)).toMatchObject({
      state: 'FAILED',
      raw: { data: { fail_reason: 'file_format_check_failed' } },
    })
  })

  it('is queried with a token that was refreshed first', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post(OPEN_POST)
    await at.clock.advance(86_400)

    expect(await account.checkState(id)).toMatchObject({ state: 'DONE' })
    expect(at.counts()['POST /v2/oauth/token/']).toBe(1)
  })

  it('is not returned for an unknown post, or for another account’s post', async () => {
    await using at = await usingEmulator()
    const ada = await at.signIn('ada')
    const bo = await at.signIn('bo')
    const { id } = await ada.post(OPEN_POST)

    await expect(ada.checkState('v_pub_file~nothing')).rejects.toThrow(NotFoundError)
    await expect(bo.checkState(id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    at.network.removeAccess({ person: 'bo' })
    await expect(bo.checkState(id)).rejects.toThrow(AuthError)
  })
})
