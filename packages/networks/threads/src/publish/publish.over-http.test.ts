import {
  InvalidPostError,
  Media,
  MissingPermissionError,
  NotSupportedError,
  RateLimitError,
} from '@social/core'
import { describe, expect, it } from 'vitest'

import { withFiles } from '../__fixtures__/with-files.js'

describe('publishing', () => {
  it('text: queries the allowance, creates a container, polls immediately, publishes', async () => {
    await using at = await withFiles()
    const result = await at.ada.post({ text: 'Cake' })

    expect(
      at
        .requests()
        .map(({ method, path }) =>
          `${method} ${path.split('/').slice(2).join('/')}`.replaceAll(/\d{10,}/g, '#'),
        ),
    ).toEqual(['GET #/threads_publishing_limit', 'POST #/threads', 'GET #', 'POST #/threads_publish'])
    expect(at.forms()).toEqual([{ media_type: 'TEXT', text: 'Cake' }])
    expect(result).toMatchObject({ state: 'DONE', url: null, raw: { id: result.id } })
    expect(at.waits).toEqual([])
    expect(at.out()).toHaveLength(1)
  })

  // Holds R-0060.
  it('a picture and a video with their alternative texts', async () => {
    await using at = await withFiles()
    await at.ada.post({ text: 'Cake', media: [at.files.picture('cake.jpg', 'A cake')] })
    await at.ada.post({ media: [at.files.video()] })
    expect(at.forms()).toMatchObject([
      { media_type: 'IMAGE', text: 'Cake', alt_text: 'A cake' },
      { media_type: 'VIDEO' },
    ])
    expect(at.out()).toHaveLength(2)
  })

  // Holds R-0126, R-0342.
  it('polls text and pictures again after 1, 2, 4, 8, 16, 30, 30 seconds', async () => {
    await using at = await withFiles({ network: { pictureSeconds: 85 } })
    await at.ada.post({ media: [at.files.picture()] })
    expect(at.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
    at.waits.length = 0
    await at.ada.post({ text: 'Cake' })
    expect(at.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  })

  // Holds R-0342.
  it('polls a video every 30 seconds, for five minutes, and then reports how to resume', async () => {
    await using at = await withFiles({ network: { stuck: true } })
    const posting = at.ada.post({ media: [at.files.video()] }, { idempotencyKey: 'k' })
    await expect(posting).rejects.toThrow('still processing the post after 300 seconds')
    expect(at.waits).toEqual(Array.from({ length: 10 }, () => 30))
    expect(at.queries()).toBe(11)
    expect(at.out()).toEqual([])

    at.people.setContainers({ stuck: false })
    await at.clock.advance(60)
    const again = await at.ada.post({ media: [at.files.video()] }, { idempotencyKey: 'k' })
    expect(again.state).toBe('DONE')
    // Only one container was created, so the second attempt reused the container of the first
    // attempt.
    expect(at.forms()).toHaveLength(1)
    expect(at.out()).toHaveLength(1)
  })

  it('uses other intervals of the application', async () => {
    await using at = await withFiles({
      network: { stuck: true },
      platform: { checkEverySeconds: 5, waitUpToSeconds: 20 },
    })
    await expect(at.ada.post({ media: [at.files.video()] })).rejects.toThrow(
      'still processing the post after 20 seconds',
    )
    expect(at.waits).toEqual([5, 5, 5, 5])
  })

  // Holds R-0344.
  it('polls every item of a carousel, and the carousel itself. Only the parent has the replied post', async () => {
    await using at = await withFiles()
    const root = String(await at.post('root'))
    at.forget()
    const media = [at.files.picture('1.jpg'), at.files.picture('2.jpg', 'Two'), at.files.video()]
    await at.ada.post({ text: 'Three', media, replyTo: root, options: { topicTag: 'cake' } })
    const forms = at.forms()
    expect(forms).toHaveLength(4)
    expect(forms[1]).toMatchObject({ media_type: 'IMAGE', is_carousel_item: 'true', alt_text: 'Two' })
    expect(forms[2]).toMatchObject({ media_type: 'VIDEO', is_carousel_item: 'true' })
    expect(forms[3]).toMatchObject({
      media_type: 'CAROUSEL',
      text: 'Three',
      reply_to_id: root,
      topic_tag: 'cake',
    })
    for (const piece of forms.slice(0, 3))
      for (const name of ['text', 'reply_to_id', 'topic_tag']) expect(piece).not.toHaveProperty(name)
    expect(at.queries()).toBeGreaterThanOrEqual(4)
    expect(at.out()).toHaveLength(2)
  })

  it('is published immediately without a status, unless it is a video', async () => {
    await using at = await withFiles({ network: { omitStatus: true } })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.queries()).toBe(1)
    await expect(at.ada.post({ media: [at.files.video()] })).rejects.toThrow(
      'still processing the post after 300 seconds',
    )
  })

  it('sends all supported fields', async () => {
    await using at = await withFiles()
    const quoted = String(await at.post('quoted'))
    at.forget()
    await at.ada.post({
      text: 'It was the butler',
      options: {
        replyControl: 'followers_only',
        topicTag: 'crime',
        quotePostId: quoted,
        linkAttachment: 'https://a.example/',
        spoilers: [{ start: 7, end: 17 }],
        enableReplyApprovals: true,
        allowlistedCountryCodes: ['US', 'CA'],
      },
    })
    await at.ada.post({ text: 'Which?', options: { poll: { options: ['Bread', 'Cake', 'Both'] } } })
    await at.ada.post({ text: 'Look', options: { gifId: 'abc' } })
    await at.ada.post({ media: [at.files.picture()], options: { isSpoilerMedia: true } })
    expect(at.forms()).toMatchObject([
      {
        reply_control: 'followers_only',
        topic_tag: 'crime',
        quote_post_id: quoted,
        link_attachment: 'https://a.example/',
        text_entities: '[{"entity_type":"SPOILER","offset":7,"length":10}]',
        enable_reply_approvals: 'true',
        allowlisted_country_codes: 'US,CA',
      },
      { poll_attachment: '{"option_a":"Bread","option_b":"Cake","option_c":"Both"}' },
      { gif_attachment: '{"gif_id":"abc","provider":"GIPHY"}' },
      { is_spoiler_media: 'true' },
    ])
    expect(at.out()).toHaveLength(5)
  })

  it('reports the permission that a place requires', async () => {
    await using at = await withFiles()
    const posting = at.ada.post({ text: 'Here', options: { locationId: '1234567890123457' } })
    await expect(posting).rejects.toThrow(MissingPermissionError)
    await expect(posting).rejects.toMatchObject({ needs: 'threads_location_tagging' })
  })

  it('files are fetched from the media host, and released after the publish, or after a refusal', async () => {
    await using at = await withFiles()
    const file = Media.fromBytes(new Uint8Array(10), { filename: 'cake.jpg' })
    await at.ada.post({ text: 'Cake', media: [file, file] })
    expect(at.files.fetched).toEqual(['/hosted-0.jpg', '/hosted-1.jpg'])
    expect(at.files.released).toEqual(['/hosted-0.jpg', '/hosted-1.jpg'])
    at.people.refuseWithCode({ on: 'POST threads', code: 100 })
    await expect(at.ada.post({ media: [file] })).rejects.toThrow(InvalidPostError)
    expect(at.files.released).toHaveLength(3)
  })

  it('a file that cannot be fetched is refused with its requirements', async () => {
    await using at = await withFiles()
    const posting = at.ada.post({ media: [at.files.picture('gone.jpg')] })
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(/public/)
    await expect(at.ada.post({ media: [at.files.video('gone.mp4')] })).rejects.toThrow(
      /FAILED_DOWNLOADING_VIDEO.*Nothing was published/,
    )
    expect(at.out()).toEqual([])
  })

  it('a container that failed or expired is created again with the same key', async () => {
    await using at = await withFiles()
    at.people.failNextContainers({ error: 'FAILED_PROCESSING_VIDEO' })
    expect(await at.post()).toBeInstanceOf(InvalidPostError)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.out()).toHaveLength(1)
  })

  // Holds R-0345, R-0507.
  it('counts posts and replies separately, and reports limits before anything is sent', async () => {
    await using at = await withFiles()
    const root = String(await at.post('root'))
    const reply = (key: string) =>
      at.ada.post({ text: 'Yes', replyTo: root }, { idempotencyKey: key }).then(
        ({ state }) => state,
        (error: unknown) => error,
      )
    at.people.setUsed({ posts: 250 })
    at.forget()
    expect(await at.post('second')).toBeInstanceOf(RateLimitError)
    expect(at.forms()).toEqual([])
    expect((await at.ada.limits()).postsLeftToday).toBe(0)
    expect(await reply('a')).toBe('DONE')
    at.people.setUsed({ posts: 0, replies: 1000 })
    at.forget()
    expect(await reply('b')).toBeInstanceOf(RateLimitError)
    expect(at.forms()).toEqual([])
    expect(await at.post('second')).toMatch(/^\d+$/)
  })

  it('continues if Threads does not send the remaining allowance', async () => {
    await using at = await withFiles()
    const path = '/v1.0/:id/threads_publishing_limit'
    at.faults.add({ fault: 'status', status: 200, body: { data: [] }, method: 'GET', path, count: 'all' })
    expect(await at.post()).toMatch(/^\d+$/)
    expect((await at.ada.limits()).postsLeftToday).toBeNull()
  })

  // Holds R-0346.
  it('a reply under a post of another user reports the required permissions', async () => {
    await using at = await withFiles()
    const { id: foreign } = at.people.post({ by: 'zoe', text: 'Mine' })
    const posting = at.ada.post({ text: 'Hi', replyTo: foreign })
    await expect(posting).rejects.toThrow(MissingPermissionError)
    await expect(posting).rejects.toThrow(/threads_manage_mentions or threads_keyword_search/)
    expect(at.out()).toEqual([])
  })

  it.each([
    ['a time', { text: 'x', publishAt: '2026-12-01T00:00:00Z' }, NotSupportedError, /scheduled publishing/],
    ['501 characters', { text: '日'.repeat(501) }, InvalidPostError, /501/],
    ['126 emoji', { text: '👍'.repeat(126) }, InvalidPostError, /504/],
    ['nothing', {}, InvalidPostError, /empty/],
    ['a carousel of none', { text: 'x', options: { carousel: true } }, InvalidPostError, /requires 2 to 20/],
    [
      'a poll with a link',
      { text: 'x', options: { poll: { options: ['a', 'b'] }, linkAttachment: 'https://a.example' } },
      InvalidPostError,
      /linkAttachment or options.poll/,
    ],
    ['a poll of one', { text: 'x', options: { poll: { options: ['a'] } } }, InvalidPostError, /poll/],
    ['a topic with a dot', { text: 'x', options: { topicTag: 'a.b' } }, InvalidPostError, /topicTag/],
    [
      'a country by its name',
      { text: 'x', options: { allowlistedCountryCodes: ['us'] } },
      InvalidPostError,
      /ISO/,
    ],
    [
      'hidden pictures without one',
      { text: 'x', options: { isSpoilerMedia: true } },
      InvalidPostError,
      /hides/,
    ],
    [
      'a part that is none',
      { text: 'x', options: { spoilers: [{ start: 0, end: 2 }] } },
      InvalidPostError,
      /not a part of the text/,
    ],
    ['an unknown option', { text: 'x', options: { topic_tag: 'a' } }, InvalidPostError, /topicTag/],
  ])('%s is refused before a request', async (_what, post, type, sentence) => {
    await using at = await withFiles()
    const posting = at.client.account(at.ada.id).post(post)
    await expect(posting).rejects.toThrow(type)
    await expect(posting).rejects.toThrow(sentence)
    expect(at.requests()).toEqual([])
  })

  it('files beyond the twentieth, a poll with a file and a long description are refused before a request', async () => {
    await using at = await withFiles()
    const picture = at.files.picture()
    const long = at.files.picture('1.jpg', 'a'.repeat(1001))
    const many = Array.from({ length: 21 }, () => picture)
    await expect(at.ada.post({ media: many })).rejects.toThrow(/at most 20/)
    const poll = { options: ['a', 'b'] }
    await expect(at.ada.post({ media: [picture], options: { poll } })).rejects.toThrow(/text-only posts/)
    await expect(at.ada.post({ media: [long] })).rejects.toThrow(/1001 characters/)
    expect(at.requests()).toEqual([])
  })
})
