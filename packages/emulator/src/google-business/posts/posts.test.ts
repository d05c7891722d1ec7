import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AtGoogleBusiness, refusalOf } from '../../__fixtures__/at-google-business.js'
import { samplePng } from '../../framework/files/samples.js'

/**
 * Returns a PNG file of this size in pixels and bytes. Padding after the end of the picture gives
 * the number of bytes.
 */
const photo = (width: number, bytes = 20_000): Buffer =>
  Buffer.concat([samplePng(width, width), Buffer.alloc(bytes)]).subarray(0, Math.max(bytes, 2000))

const FILES: Readonly<Record<string, Buffer>> = {
  '/bread.png': photo(720),
  '/small.png': photo(249),
  '/light.png': photo(250, 10_239),
  '/heavy.png': photo(250, 5_000_001),
  '/text.png': Buffer.alloc(20_000, 'text'),
}

const server = createServer((request, response) => {
  if (request.url === '/moved.png') return response.writeHead(302, { location: '/bread.png' }).end()
  const file = FILES[request.url ?? '']
  return response.writeHead(file === undefined ? 404 : 200).end(file)
})
let pictures = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  pictures = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // safe cast: Node.js returns AddressInfo for a server that listens on a TCP port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const POST = { languageCode: 'en', topicType: 'STANDARD', summary: 'Fresh bread every morning until 2pm.' }
const media = (path: string) => [{ mediaFormat: 'PHOTO', sourceUrl: `${pictures}${path}` }]

function posting() {
  const at = new AtGoogleBusiness()
  const token = at.signIn()
  const base = `/mybusiness/v4/${at.find().name}/localPosts`
  const create = (json: unknown) => at.call(`POST ${base}`, { token, json })
  const made = async (changes: object = {}) => {
    const { body } = await create({ ...POST, ...changes })
    return body as { readonly name: string; readonly state: string } // safe cast: a wrong shape fails the tests that use the post
  }
  const on = (method: string, name: string, sent: object = {}) =>
    at.call(`${method} /mybusiness/v4/${name}`, { token, ...sent })
  const list = (query: Readonly<Record<string, string>> = {}) => at.call(`GET ${base}`, { token, query })
  return { at, token, create, made, on, list }
}

describe('a post', () => {
  it('is created with a picture that is fetched over HTTP', async () => {
    const { at, create } = posting()
    const callToAction = { actionType: 'SHOP', url: 'https://example.com/shop' }

    const { status, body } = await create({ ...POST, callToAction, media: media('/moved.png') })

    expect(status).toBe(200)
    expect(body).toEqual({
      name: expect.stringMatching(/^accounts\/\d+\/locations\/\d+\/localPosts\/\d+$/),
      ...POST,
      callToAction,
      state: 'PROCESSING',
      media: [
        {
          name: expect.stringContaining('/media/localPosts/AF1Qip'),
          mediaFormat: 'PHOTO',
          googleUrl: expect.stringMatching(/^https:\/\/lh3\./),
        },
      ],
      searchUrl: expect.any(String),
      createTime: '2026-11-21T12:00:00Z',
      updateTime: '2026-11-21T12:00:00Z',
    })
    expect(at.network.effects.list()).toMatchObject([{ kind: 'POST', account: at.find().id }])
  })

  it('that is sent twice exists twice, with one fingerprint', async () => {
    const { at, made } = posting()
    const [first, second] = [
      await made({ media: media('/bread.png') }),
      await made({ media: media('/bread.png') }),
    ]

    expect(second.name).not.toBe(first.name)
    expect(new Set(at.network.effects.list().map(({ fingerprint }) => fingerprint)).size).toBe(1)
    expect(at.control.state().posts).toHaveLength(2)
  })

  it.each(['/small.png', '/light.png', '/heavy.png', '/text.png', '/nothing.png'])(
    'is not created with %s',
    async (path) => {
      const { at, create } = posting()

      const answer = await create({ ...POST, media: media(path) })

      expect(refusalOf(answer)).toEqual([
        400,
        'INVALID_ARGUMENT',
        expect.stringContaining('Fetching image failed.'),
      ])
      expect(at.control.state().posts).toEqual([])
    },
  )

  it.each([
    [{ summary: 'a'.repeat(1501) }, 'Must be at most 1500 characters'],
    [{ summary: '' }, 'summary'],
    [{ topicType: undefined }, 'topic_type'],
    [{ topicType: 'NEWS' }, 'topicType'],
    [{ callToAction: { actionType: 'GET_OFFER' } }, 'action_type'],
    [{ callToAction: { actionType: 'BOOK' } }, 'call_to_action.url'],
    [{ callToAction: { actionType: 'CALL', url: 'https://a.example' } }, 'left unset'],
    [{ topicType: 'EVENT' }, 'event.title'],
    [{ topicType: 'EVENT', event: { title: 'Party' } }, 'event.schedule'],
    [{ event: { title: 'Party' } }, 'event'],
    [{ offer: { couponCode: 'A' } }, 'offer'],
    [{ media: [{ mediaFormat: 'PHOTO' }] }, 'source_url'],
    [{ media: [{ mediaFormat: 'PHOTO', data: 'x' }] }, 'Cannot find field'],
    [{ text: 'Hi' }, 'Cannot find field'],
    [{ scheduledTime: 'tomorrow' }, 'scheduled_time'],
  ])('is refused with %j', async (changes, message) => {
    const { at, create } = posting()

    const answer = await create({ ...POST, ...changes })

    expect(refusalOf(answer)).toEqual([400, 'INVALID_ARGUMENT', expect.stringContaining(message)])
    expect(at.control.state().posts).toEqual([])
  })

  it('with a video returns a 500', async () => {
    const { create } = posting()
    const video = [{ mediaFormat: 'VIDEO', sourceUrl: 'https://a.example/v.mp4' }]

    expect(refusalOf(await create({ ...POST, media: video }))).toEqual([500, 'INTERNAL', 'null'])
  })

  it('is refused for a location closed to posts, and for an unverified location', async () => {
    const { at, create } = posting()
    at.control.closePosts({ location: "Ada's Bakery" })
    const closed = await create(POST)
    at.control.closePosts({ location: "Ada's Bakery", open: true })
    at.control.setVerified({ location: "Ada's Bakery", verified: false })

    expect(refusalOf(closed)[2]).toContain('LOCATION_DISABLED_FOR_LOCAL_POST_API')
    expect(refusalOf(await create(POST))).toEqual([403, 'PERMISSION_DENIED', 'null'])
  })

  it('can be an event or an offer', async () => {
    const date = { year: 2026, month: 12, day: 1 }
    const event = { title: 'Party', schedule: { startDate: date, endDate: date } }

    expect(await posting().made({ topicType: 'EVENT', event })).toMatchObject({ topicType: 'EVENT', event })
    expect(await posting().made({ topicType: 'OFFER', event, offer: { couponCode: 'RYE' } })).toMatchObject({
      offer: { couponCode: 'RYE' },
    })
  })

  it('becomes live, or is rejected later, immediately, or for a phone number', async () => {
    const { at, made, on } = posting()
    const [live, phone, taken] = [await made(), await made({ summary: 'Call 020 7946 0000' }), await made()]
    at.control.rejectPost({})
    const rejected = await made()
    at.control.rejectPost({ id: taken.name })
    at.clock.advance(30)
    const stateOf = async ({ name }: { readonly name: string }) =>
      ((await on('GET', name)).body as { readonly state: string }).state // safe cast: a wrong shape fails the tests that compare the state

    expect([live.state, phone.state, rejected.state]).toEqual(['PROCESSING', 'PROCESSING', 'REJECTED'])
    expect([await stateOf(live), await stateOf(phone), await stateOf(taken)]).toEqual([
      'LIVE',
      'REJECTED',
      'REJECTED',
    ])
  })

  it('can be scheduled', async () => {
    const { at, made, on } = posting()
    const { name, state } = await made({ scheduledTime: '2026-11-21T12:10:00Z' })
    at.clock.advance(700)

    expect(state).toBe('SCHEDULED')
    expect((await on('GET', name)).body).toMatchObject({ state: 'LIVE' })
    expect(at.network.effects.list()).toMatchObject([{ kind: 'SCHEDULED_POST' }])
  })

  it('is changed in the fields of the mask, and deleted once', async () => {
    const { at, made, on } = posting()
    const { name } = await made()
    const query = { updateMask: 'summary' }

    const { body } = await on('PATCH', name, { json: { summary: 'No bread.' }, query })
    at.control.ignoreNextPatch()
    await on('PATCH', name, { json: { summary: 'Bread?' }, query })

    expect(body).toMatchObject({ summary: 'No bread.', createTime: '2026-11-21T12:00:00Z' })
    expect((await on('GET', name)).body).toMatchObject({ summary: 'No bread.' })
    expect((await on('PATCH', name, { json: { summary: 'a' } })).status).toBe(400)
    expect((await on('PATCH', name, { json: {}, query: { updateMask: 'topicType' } })).status).toBe(400)
    expect((await on('DELETE', name)).body).toEqual({})
    expect(refusalOf(await on('DELETE', name))).toEqual([404, 'NOT_FOUND', 'null'])
  })

  it('may be missing in the list for a while', async () => {
    const { at, made, list } = posting()
    at.control.setDelays({ listDelaySeconds: 60 })
    const { name } = await made()
    const before = await list({ pageSize: '100' })
    at.clock.advance(60)

    expect(before.body).toEqual({})
    expect((await list()).body).toMatchObject({ localPosts: [{ name }] })
    expect((await list({ pageSize: '101' })).status).toBe(400)
  })
})
