import { InvalidPostError, Media, NotSupportedError } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const FEED = 'POST /:version/:id/feed'
const PHOTOS = 'POST /:version/:id/photos'

const picture = (altText: string | null = null) =>
  Media.fromBytes(samplePng(), { filename: 'cake.png', altText })
const video = () => Media.fromBytes(sampleMp4(4096), { filename: 'cake.mp4' })
const NOW = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('text and links', () => {
  it('are published by one request', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const options = { link: 'https://a.example/1', callToAction: 'LEARN_MORE', place: '123' } as const

    const result = await page.post({ text: 'Fresh bread', options })

    expect(at.counts()).toEqual({ [FEED]: 1 })
    expect(result).toMatchObject({ state: 'DONE', url: `https://www.facebook.com/${result.id}` })
    expect(at.people.state().posts).toMatchObject([
      {
        id: result.id,
        message: 'Fresh bread',
        link: 'https://a.example/1',
        published: true,
        extra: {
          place: '123',
          call_to_action: '{"type":"LEARN_MORE","value":{"link":"https://a.example/1"}}',
        },
      },
    ])
  })

  it('carry the app secret proof, which a page may require', async () => {
    await using at = await usingEmulator({ network: { requireProof: true } })
    const page = await at.signIn()
    await expect(page.post({ text: 'Bread' })).resolves.toMatchObject({ state: 'DONE' })

    const without = at.makeClient({ platform: { appSecretProof: false } })
    const refused = without.accountOf('facebook', page.id).post({ text: 'More bread' })
    await expect(refused).rejects.toThrow(/appsecret_proof/)
    await without.close()
  })
})

describe('pictures', () => {
  // Holds R-0060.
  it('are uploaded one by one, with their alt texts, and published by one post', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const reports: number[] = []

    const result = await page.post(
      { text: 'Cakes', media: [picture('A cake'), picture()] },
      { onProgress: ({ sentBytes }) => reports.push(sentBytes) },
    )

    expect(at.counts()).toEqual({ [PHOTOS]: 2, [FEED]: 1 })
    const { photos, posts } = at.people.state()
    expect(photos).toMatchObject([
      { altText: 'A cake', temporary: false, postId: result.id },
      { altText: null, postId: result.id },
    ])
    expect(posts).toMatchObject([{ message: 'Cakes', photos: photos.map(({ id }) => id) }])
    expect(reports).toEqual([samplePng().length, 2 * samplePng().length])
  })

  // Holds R-0056.
  it('are fetched by Facebook if they have a URL', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const url = 'https://files.example/cake.png'

    // The URL is unreachable. Only the emulated Facebook tries to fetch it, not the library.
    await expect(page.post({ media: [Media.fromUrl(url)] })).rejects.toThrow(InvalidPostError)

    expect(at.requests().map(({ form }) => form?.['url'])).toEqual([url])
  })

  it('of a scheduled post are kept until it is published', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()

    const result = await page.post({ media: [picture()], publishAt: after(86_400 * 3) })

    expect(result).toMatchObject({ state: 'SCHEDULED', url: null })
    expect(at.people.state().photos).toMatchObject([{ temporary: true }])
    await at.clock.advance(86_400 * 3)
    expect(at.people.state().posts).toMatchObject([{ id: result.id, published: true }])
  })

  it('of a story are not kept like those of a scheduled post', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    await page.post({ media: [picture()], options: { placement: 'story' } })
    expect(at.people.state().photos).toMatchObject([{ temporary: false }])
  })
})

describe('a publish time', () => {
  // Holds R-0120.
  it.each([600, 2_592_000])('can be %i seconds ahead', async (seconds) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const publishAt = after(seconds)
    const result = await page.post({ text: 'Later', publishAt })
    expect(result).toMatchObject({ state: 'SCHEDULED', url: null })
    expect(at.requests().at(-1)?.form).toEqual({
      message: 'Later',
      published: 'false',
      scheduled_publish_time: String(publishAt.getTime() / 1000),
      unpublished_content_type: 'SCHEDULED',
    })
    expect(at.people.state().posts).toMatchObject([
      { id: result.id, published: false, scheduledFor: publishAt },
    ])
  })

  it.each([599, 2_592_001, -1])('is refused %i seconds ahead, and nothing is sent', async (seconds) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    await expect(page.post({ text: 'Later', publishAt: after(seconds) })).rejects.toThrow(
      /10 minutes to 30 days/,
    )
    expect(at.requests()).toEqual([])
  })

  it('that became too near during the uploads is refused before the post is published early', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const post = { text: 'Later', media: [picture(), picture()], publishAt: after(620) }
    const posting = page.post(post, { onProgress: () => void at.clock.advance(30) })
    await expect(posting).rejects.toThrow(/10 minutes/)
    expect(at.counts()).toEqual({ [PHOTOS]: 2 })
  })
})

describe('a post that Facebook would refuse', () => {
  const story = { placement: 'story' } as const
  it.each<
    [
      string,
      Parameters<Awaited<ReturnType<Awaited<ReturnType<typeof usingEmulator>>['signIn']>>['post']>[0],
      RegExp,
    ]
  >([
    ['too many words', { text: 'a'.repeat(63_207) }, /63206/],
    ['pictures and a video', { media: [picture(), video()] }, /not both/],
    ['two videos', { media: [video(), video()] }, /at most 1/],
    ['a link with a picture', { media: [picture()], options: { link: 'https://a.example' } }, /text-only/],
    ['a link with a video', { media: [video()], options: { link: 'https://a.example' } }, /text-only/],
    ['an invalid link', { text: 'x', options: { link: 'a.example' } }, /complete URL/],
    ['a button without a link', { text: 'x', options: { callToAction: 'SIGN_UP' } }, /options\.link/],
    ['a title of words', { text: 'x', options: { title: 'Bread' } }, /video/],
    ['a place of a video', { media: [video()], options: { place: '1' } }, /reel/],
    ['a place that is no id', { text: 'x', options: { place: 'Berlin' } }, /digits/],
    ['a place with more than an id', { text: 'x', options: { place: '1/../12' } }, /digits/],
    ['a reel of a picture', { media: [picture()], options: { placement: 'reel' } }, /one video/],
    ['a reel of words', { text: 'x', options: { placement: 'reel' } }, /one video/],
    [
      'a reel too far ahead',
      { media: [video()], publishAt: after(2_550_000), options: { placement: 'reel' } },
      /29 days/,
    ],
    ['a story of words', { text: 'x', options: story }, /one picture or video/],
    ['a story of two', { media: [picture(), picture()], options: story }, /one picture or video/],
    ['words on a story', { text: 'x', media: [picture()], options: story }, /not take text/],
    [
      'an option nobody knows',
      { text: 'x', options: { links: 'https://a.example' } as object },
      /Did you mean "link"/,
    ],
  ])('is refused without a request: %s', async (_what, post, expected) => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const posting = page.post(post)
    await expect(posting).rejects.toThrow(InvalidPostError)
    await expect(posting).rejects.toThrow(expected)
    expect(at.requests()).toEqual([])
  })

  it('is accepted for a video of exactly the maximum size', async () => {
    await using at = await usingEmulator({ platform: { maxVideoBytes: 4096 } })
    const page = await at.signIn()
    await expect(page.post({ media: [video()] })).resolves.toMatchObject({ state: 'PROCESSING' })
  })

  it('is refused by name: a scheduled story, a reply, a video that is too large', async () => {
    await using at = await usingEmulator({ platform: { maxVideoBytes: 4095 } })
    const page = await at.signIn()
    for (const post of [
      { media: [picture()], publishAt: after(86_400), options: story },
      { text: 'x', replyTo: '1_2' },
      { media: [video()] },
    ])
      await expect(page.post(post)).rejects.toThrow(NotSupportedError)
    await expect(page.post({ media: [video()] })).rejects.toThrow(/4096 bytes; the maximum is 4095/)
    expect(at.requests()).toEqual([])
  })
})
