import { InvalidPostError, Media, NotSupportedError, RateLimitError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { withFiles } from '../__fixtures__/with-files.js'

describe('publishing', () => {
  // Holds R-0060, R-0126, R-0331, R-0333.
  it('queries the allowance, creates a container, polls immediately, publishes', async () => {
    await using at = await withFiles()
    const before = at.clock.now().getTime()
    const result = await at.ada.post({ text: 'Cake', media: [at.files.picture('cake.jpg', 'A cake')] })

    expect(
      at
        .requests()
        .map(({ method, path }) =>
          `${method} ${path.split('/').slice(2).join('/')}`.replaceAll(/\d{10,}/g, '#'),
        ),
    ).toEqual(['GET #/content_publishing_limit', 'POST #/media', 'GET #', 'POST #/media_publish'])
    expect(at.requests()[1]?.form).toMatchObject({ caption: 'Cake', alt_text: 'A cake' })
    expect(result).toMatchObject({ state: 'DONE', url: null, raw: { id: result.id } })
    expect(at.clock.now().getTime()).toBe(before)
    expect(at.out()).toHaveLength(1)
  })

  // Holds R-0334.
  it('polls a picture again after 1, 2, 4, 8, 16, 30, 30 seconds', async () => {
    await using at = await withFiles({ network: { pictureSeconds: 80 } })
    const moments: number[] = []
    const sleep = at.clock.sleep.bind(at.clock)
    at.clock.sleep = async (seconds, options) => {
      if (!options?.isLimit && seconds <= 60) moments.push(seconds)
      return sleep(seconds, options)
    }
    await at.ada.post({ text: 'Cake', media: [at.files.picture()] })
    expect(moments.filter((seconds) => Number.isInteger(seconds)).slice(0, 7)).toEqual([
      1, 2, 4, 8, 16, 30, 30,
    ])
  })

  // Holds R-0126, R-0335.
  it('polls a video once a minute, for five minutes, and then reports how to resume', async () => {
    await using at = await withFiles({ network: { stuck: true } })
    const before = at.clock.now().getTime()
    const posting = at.ada.post({ media: [at.files.video()] }, { idempotencyKey: 'k' })
    await expect(posting).rejects.toThrow('still processing the post after 300 seconds')
    expect((at.clock.now().getTime() - before) / 1000).toBe(300)
    expect(at.queries()).toBe(6)
    expect(at.out()).toEqual([])

    at.people.setContainers({ stuck: false })
    await at.clock.advance(60)
    expect(await at.ada.post({ media: [at.files.video()] }, { idempotencyKey: 'k' })).toMatchObject({
      state: 'DONE',
    })
    // Only one container was created, so the second attempt reused the container of the first
    // attempt.
    expect(at.sent('/media')).toHaveLength(1)
    expect(at.out()).toHaveLength(1)
  })

  // Holds R-0336.
  it('uses other intervals of the application', async () => {
    await using at = await withFiles({
      network: { stuck: true },
      platform: { checkEverySeconds: 5, waitUpToSeconds: 20 },
    })
    await expect(at.ada.post({ media: [at.files.video()] })).rejects.toThrow(
      'still processing the post after 20 seconds',
    )
    expect(at.queries()).toBe(5)
  })

  it('polls every item of a carousel, and the carousel itself', async () => {
    await using at = await withFiles()
    const media = [at.files.picture('1.jpg'), at.files.picture('2.jpg', 'Two'), at.files.video()]
    await at.ada.post({ text: 'Three', media })
    const forms = at.sent('/media').map(({ form }) => form)
    expect(forms).toHaveLength(4)
    expect(forms[1]).toMatchObject({ is_carousel_item: 'true', alt_text: 'Two' })
    expect(forms[2]).toMatchObject({ media_type: 'VIDEO', is_carousel_item: 'true' })
    expect(forms[3]).toMatchObject({ media_type: 'CAROUSEL', caption: 'Three' })
    expect(forms[1]).not.toHaveProperty('caption')
    expect(at.queries()).toBeGreaterThanOrEqual(4)
    expect(at.out()).toHaveLength(1)
  })

  // Holds R-0332.
  it('reads the status of every container before the publish request', async () => {
    await using at = await withFiles()
    await at.ada.post({ media: [at.files.picture('1.jpg')] })
    await at.ada.post({ media: [at.files.picture('2.jpg'), at.files.picture('3.jpg'), at.files.video()] })

    const checked = at.requests().filter(({ query }) => query['fields'] === 'status_code,status')
    const ids = new Set(checked.map(({ path }) => path.split('/').at(-1)))
    expect(ids).toEqual(new Set(at.people.state().containers.map(({ id }) => id)))
    expect(ids.size).toBe(5)
    expect(at.requests().at(-1)?.path).toMatch(/media_publish$/)
  })

  // Holds R-0337.
  it('a picture without a status is published immediately', async () => {
    await using at = await withFiles({ network: { omitStatus: true } })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.queries()).toBe(1)
  })

  it('a story, a reel and their options', async () => {
    await using at = await withFiles()
    await at.ada.post({ media: [at.files.picture()], options: { placement: 'story' } })
    await at.ada.post({
      text: 'Reel',
      media: [at.files.video()],
      options: {
        placement: 'reel',
        shareToFeed: false,
        thumbOffsetMs: 100,
        trial: 'MANUAL',
        collaborators: ['bo'],
        isAiGenerated: true,
      },
    })
    const [story, reel] = at.sent('/media').map(({ form }) => form)
    expect(story).toMatchObject({ media_type: 'STORIES' })
    expect(reel).toMatchObject({
      media_type: 'REELS',
      share_to_feed: 'false',
      thumb_offset: '100',
      trial_params: '{"graduation_strategy":"MANUAL"}',
      collaborators: '["bo"]',
      is_ai_generated: 'true',
    })
    expect(at.out()).toHaveLength(2)
  })

  it('files are fetched from the media host, and released after the publish', async () => {
    await using at = await withFiles()
    const file = Media.fromBytes(new Uint8Array(10), { filename: 'cake.jpg' })
    await at.ada.post({ text: 'Cake', media: [file, file] })
    expect(at.files.fetched).toEqual(['/hosted-0.jpg', '/hosted-1.jpg'])
    expect(at.files.released).toEqual(['/hosted-0.jpg', '/hosted-1.jpg'])
  })

  it('a file that cannot be fetched is refused with its requirements', async () => {
    await using at = await withFiles()
    const posting = at.ada.post({ media: [at.files.picture('gone.jpg')] })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(/public/)
    expect(at.out()).toEqual([])
  })

  // Holds R-0341.
  it('an unsupported aspect ratio is refused', async () => {
    await using at = await withFiles()
    await expect(at.ada.post({ media: [at.files.picture('wide.jpg')] })).rejects.toThrow('4:5 to 1.91:1')
  })

  it('a container that failed is created again with the same key', async () => {
    await using at = await withFiles()
    at.people.failNextContainers({ error: '2207026' })
    expect(await at.post()).toBeInstanceOf(InvalidPostError)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.out()).toHaveLength(1)
  })

  it('an exhausted day is reported before anything is sent', async () => {
    await using at = await withFiles()
    at.people.setPostsUsed({ posts: 100 })
    const refusal = await at.post()
    expect(refusal).toBeInstanceOf(RateLimitError)
    expect(refusal).toMatchObject({ platform: 'instagram', retryAfter: null, passesSoon: false })
    expect(at.sent('/media')).toEqual([])
    expect((await at.ada.limits()).postsLeftToday).toBe(0)
  })

  it.each([
    ['words alone', { text: 'x' }, NotSupportedError, /text-only/],
    ['a time', { publishAt: '2026-12-01T00:00:00Z' }, NotSupportedError, /scheduled publishing/],
    ['a reply', { replyTo: '1' }, NotSupportedError, /replies to another/],
    ['a long caption', { text: 'a'.repeat(2201) }, InvalidPostError, /2200/],
    ['too many hashtags', { text: '#a '.repeat(31) }, InvalidPostError, /31 hashtags/],
    ['a carousel of one', { options: { carousel: true } }, InvalidPostError, /requires 2 to 10/],
    ['words in a story', { text: 'x', options: { placement: 'story' } }, InvalidPostError, /takes no text/],
    ['a reel of a picture', { options: { placement: 'reel' } }, InvalidPostError, /is a video/],
    ['a cover of a picture', { options: { thumbOffsetMs: 5 } }, InvalidPostError, /is only for reels/],
    [
      'people without a place',
      { options: { userTags: [{ username: 'bo' }] } },
      InvalidPostError,
      /requires x and y/,
    ],
    ['four authors', { options: { collaborators: ['a', 'b', 'c', 'd'] } }, InvalidPostError, /collaborators/],
    ['a name with @', { options: { collaborators: ['@bo'] } }, InvalidPostError, /no @/],
    ['an unknown option', { options: { share_to_feed: true } }, InvalidPostError, /shareToFeed/],
  ])('%s is refused before a request', async (what, post, type, sentence) => {
    await using at = await withFiles()
    const media = what === 'words alone' ? [] : [at.files.picture()]
    const posting = at.client.account(at.ada.id).post({ ...post, media })
    await expect(posting).rejects.toThrow(type)
    await expect(posting).rejects.toThrow(sentence)
    expect(at.requests()).toEqual([])
  })
})

describe('a publish that came too early', () => {
  // Holds R-0339.
  it('is sent again twice, five seconds apart', async () => {
    await using at = await withFiles()
    at.people.refuse({ on: 'POST media_publish', with: 'NOT_READY', times: 2 })
    const before = at.clock.now().getTime()
    expect(await at.post()).toMatch(/^\d+$/)
    expect((at.clock.now().getTime() - before) / 1000).toBe(10)
    expect(at.sent('/media_publish')).toHaveLength(3)
  })

  // Holds R-0338, R-0340.
  it('is reported as not ready after that, with a wait of thirty seconds, and the same key resumes there', async () => {
    await using at = await withFiles()
    at.people.refuse({ on: 'POST media_publish', with: 'NOT_READY', times: 3 })
    expect(await at.post()).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 30 })
    expect(at.out()).toEqual([])
    await at.clock.advance(30)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.sent('/media')).toHaveLength(1)
    expect(at.out()).toHaveLength(1)
  })
})

it('a publish that meets another limit of thirty seconds is not retried automatically', async () => {
  await using at = await withFiles({ retries: { attempts: 1 } })
  const body = { error: { message: 'Calls to this API have exceeded the rate limit.', code: 613 } }
  const limit = { fault: 'status', status: 400, body, headers: { 'retry-after': '30' } } as const
  at.faults.add({ ...limit, method: 'POST', path: '/v26.0/:id/media_publish' })
  expect(await at.post()).toMatchObject({ code: 'RATE_LIMIT', retryAfter: 30 })
  expect(at.sent('/media_publish')).toHaveLength(1)
  await at.clock.advance(60)
  expect(await at.post()).toMatch(/^\d+$/)
  expect([at.sent('/media').length, at.out().length]).toEqual([1, 1])
})
