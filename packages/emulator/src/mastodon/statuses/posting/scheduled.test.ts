import { beforeEach, describe, expect, it } from 'vitest'

import { AtMastodon, aFile, idOf, idsOf } from '../../../__fixtures__/at-mastodon.js'
import { samplePng } from '../../../framework/files/samples.js'

let server: AtMastodon
let token: string

beforeEach(() => {
  server = new AtMastodon()
  token = server.signIn('ada')
})

const at = (seconds: number): string => new Date(server.clock.now().getTime() + seconds * 1000).toISOString()
const later = (seconds: number, more: Record<string, string> = {}) =>
  server.call('POST /api/v1/statuses', {
    token,
    form: { status: 'Later', scheduled_at: at(seconds), ...more },
  })

describe('a scheduled status', () => {
  it('is returned as one, with null for every parameter that was not sent', async () => {
    const parent = server.control.post({ by: 'bea', text: 'x' }).id
    const { body, text } = await later(301, { in_reply_to_id: parent })
    expect(body).toMatchObject({
      scheduled_at: at(301),
      params: { text: 'Later', visibility: null, media_ids: null },
    })
    expect(body).not.toHaveProperty('content')
    expect(text).toContain(`"in_reply_to_id":${parent},`)
  })

  it('is published immediately, without an error, when its time has passed', async () => {
    for (const seconds of [0, -60]) {
      const { body } = await later(seconds)
      expect(body).toMatchObject({ content: '<p>Later</p>' })
    }
    expect((await server.call('GET /api/v1/scheduled_statuses', { token })).body).toEqual([])
  })

  it('is refused when it is five minutes away or less, and before 4.3 published immediately', async () => {
    expect(await later(300)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('in the future') },
    })
    server.control.setVersion({ version: '4.2.10' })
    expect((await later(300)).body).toMatchObject({ content: '<p>Later</p>' })
  })

  it('is published at its time', async () => {
    const scheduled = idOf((await later(600)).body)
    expect((await server.call(`GET /api/v1/statuses/${scheduled}`, { token })).status).toBe(404)
    server.clock.advance(600)
    expect((await server.call(`GET /api/v1/scheduled_statuses/${scheduled}`, { token })).status).toBe(404)
    expect(server.control.state().statuses).toMatchObject([{ by: 'ada', text: 'Later' }])
  })

  it('is checked like any other before it is scheduled', async () => {
    expect(await later(600, { status: 'a'.repeat(501) })).toMatchObject({ status: 422 })
  })
})

describe('the list of scheduled statuses', () => {
  it('is paged by id', async () => {
    const ids = []
    for (let index = 1; index <= 3; index += 1) ids.push(idOf((await later(index * 600)).body))
    const first = await server.call('GET /api/v1/scheduled_statuses', { token, query: { limit: '2' } })
    expect(idsOf(first.body)).toEqual([ids[2], ids[1]])
    expect(first.headers.get('link')).toBe(
      `<https://social.example/api/v1/scheduled_statuses?limit=2&max_id=${ids[1]}>; rel="next", ` +
        `<https://social.example/api/v1/scheduled_statuses?limit=2&min_id=${ids[2]}>; rel="prev"`,
    )
    const second = await server.call('GET /api/v1/scheduled_statuses', {
      token,
      query: { limit: '2', max_id: ids[1] ?? '' },
    })
    expect(idsOf(second.body)).toEqual([ids[0]])
    expect(second.headers.get('link')).not.toContain('next')
  })

  it('can move one, but not to a time that is too near', async () => {
    const id = idOf((await later(600)).body)
    const move = (seconds: number) =>
      server.call(`PUT /api/v1/scheduled_statuses/${id}`, { token, form: { scheduled_at: at(seconds) } })
    expect((await move(1200)).body).toMatchObject({ scheduled_at: at(1200) })
    expect(await move(60)).toMatchObject({
      status: 422,
      body: { error: 'Validation failed: Scheduled at date must be in the future' },
    })
  })

  it('can cancel one, which detaches its files', async () => {
    const media = idOf((await server.upload(token, aFile(samplePng(), 'a.png', 'image/png'))).body)
    const form: [string, string][] = [
      ['status', 'x'],
      ['scheduled_at', at(600)],
      ['media_ids[]', media],
    ]
    const id = idOf((await server.call('POST /api/v1/statuses', { token, form })).body)
    const again: [string, string][] = [
      ['status', 'y'],
      ['media_ids[]', media],
    ]
    expect((await server.call('POST /api/v1/statuses', { token, form: again })).status).toBe(422)
    expect((await server.call(`DELETE /api/v1/scheduled_statuses/${id}`, { token })).body).toEqual({})
    expect((await server.call('POST /api/v1/statuses', { token, form: again })).status).toBe(200)
    expect((await server.call(`DELETE /api/v1/scheduled_statuses/${id}`, { token })).status).toBe(404)
  })

  it('allows 25 for one day', async () => {
    for (let index = 0; index < 25; index += 1) expect((await later(600 + index)).status).toBe(200)
    expect(await later(700)).toMatchObject({
      status: 422,
      body: { error: 'Validation failed: You have exceeded the limit of 25 scheduled posts for today' },
    })
    expect((await later(86_400)).status).toBe(200)
  })
})
