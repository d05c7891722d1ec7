import { describe, expect, it } from 'vitest'

import { type Answer, AtMastodon, idOf, idsOf } from '../../../__fixtures__/at-mastodon.js'
import { ControlError } from '../../../framework/control/operations.js'
import type { MastodonOptions } from '../../settings.js'

const KEY = { 'idempotency-key': 'k' }

/** Creates a server, and a person who posts with one idempotency key. */
function aServer(options: MastodonOptions = {}) {
  const server = new AtMastodon(options)
  const token = server.signIn('ada')
  const send = (form: Record<string, string>, headers: Record<string, string> = KEY) =>
    server.call('POST /api/v1/statuses', { token, form, headers })
  const at = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString()
  return {
    server,
    token,
    post: (status = 'Hello') => send({ status }),
    schedule: (status = 'Later') => send({ status, scheduled_at: at(600) }),
    send,
    made: () => server.network.effects.list().map(({ kind }) => kind),
  }
}

const statuses = async (answers: readonly Promise<Answer>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((left, right) => left - right)

describe('a repeated key', () => {
  it.each(['4.2.10', '4.3.0', '4.5.9', '4.7.2', '5.0.0'])(
    'returns the first status again for an hour on %s, for any content',
    async (version) => {
      const { server, post, made } = aServer({ version })
      const first = await post('one')
      server.clock.advance(3599)
      expect((await post('two')).body).toEqual(first.body)
      server.clock.advance(1)
      expect(idOf((await post('three')).body)).not.toBe(idOf(first.body))
      expect(made()).toEqual(['POST', 'POST'])
    },
  )

  it.each(['4.6.0', '4.6.5', '4.7.1', undefined])(
    'returns a 500 on %s, and creates no second status',
    async (version) => {
      const { post, made } = aServer(version === undefined ? {} : { version })
      expect([(await post()).status, (await post()).status]).toEqual([200, 500])
      expect(made()).toEqual(['POST'])
    },
  )

  it('is ignored for scheduled statuses before 4.3, and returns 404 later', async () => {
    const old = aServer({ version: '4.2.10' })
    expect([(await old.schedule()).status, (await old.schedule()).status]).toEqual([200, 200])
    expect(old.made()).toEqual(['SCHEDULED_POST', 'SCHEDULED_POST'])
    for (const version of ['4.3.0', '4.5.9', '4.6.5', '4.7.2']) {
      const { schedule, made } = aServer({ version })
      expect([(await schedule()).status, (await schedule()).status]).toEqual([200, 404])
      expect(made()).toEqual(['SCHEDULED_POST'])
    }
  })

  it('belongs to one person, and returns 404 if the status was deleted', async () => {
    const { server, token, post } = aServer({ version: '4.5.0' })
    const first = idOf((await post()).body)
    const bea = { token: server.signIn('bea'), form: { status: 'Hello' }, headers: KEY }
    expect(idOf((await server.call('POST /api/v1/statuses', bea)).body)).not.toBe(first)
    await server.call(`DELETE /api/v1/statuses/${first}`, { token })
    expect((await post()).status).toBe(404)
  })

  it('is ignored after a refused request', async () => {
    const { post } = aServer()
    expect((await post('')).status).toBe(422)
    expect((await post()).status).toBe(200)
  })
})

describe('creating a status takes time', () => {
  it('and a repeated request within it creates a second status before 4.6', async () => {
    const { server, post, made } = aServer({ version: '4.5.0', postingSeconds: 2 })
    server.network.faults.add({ fault: 'replyLost' })
    await post()
    server.clock.advance(1.5)
    expect((await post()).status).toBe(200)
    expect(made()).toEqual(['POST', 'POST'])
    const [first, second] = server.network.effects.list()
    expect(second?.fingerprint).toBe(first?.fingerprint)
    server.clock.advance(2)
    expect(idOf((await post()).body)).toBe(second?.id)
  })

  it('and a repeated request within it is asked to retry from 4.6', async () => {
    const { server, post, schedule, made } = aServer({ postingSeconds: 2 })
    await post()
    expect(await post()).toMatchObject({ status: 503, body: { error: expect.stringContaining('try again') } })
    expect((await schedule()).status).toBe(503)
    server.clock.advance(2)
    expect((await post()).status).toBe(500)
    expect(made()).toEqual(['POST'])
  })

  it('and the response waits if configured: two concurrent requests both post before 4.6', async () => {
    const options = { postingSeconds: 0.01, postingWaits: true }
    const old = aServer({ ...options, version: '4.5.0' })
    const twins = [old.post(), old.post()]
    expect(old.made()).toEqual([])
    expect(await statuses(twins)).toEqual([200, 200])
    expect(old.made()).toEqual(['POST', 'POST'])
    const young = aServer(options)
    expect(await statuses([young.post(), young.post()])).toEqual([200, 503])
    expect(young.made()).toEqual(['POST'])
    expect((await young.post()).status).toBe(500)
  })

  it('and the lock ends with a refused request', async () => {
    const { post } = aServer({ postingSeconds: 0.01, postingWaits: true })
    expect([(await post('')).status, (await post()).status]).toEqual([422, 200])
  })
})

describe('servers other than Mastodon', () => {
  it('may ignore keys', async () => {
    const { post, schedule, made } = aServer({ idempotencyKeys: 'IGNORED' })
    await statuses([post(), post(), schedule(), schedule()])
    expect(made()).toEqual(['POST', 'POST', 'SCHEDULED_POST', 'SCHEDULED_POST'])
  })

  it('may refuse a repeated key, also after a refused post', async () => {
    const { server, post, made } = aServer({ idempotencyKeys: 'REPEAT_REFUSED' })
    expect([(await post('')).status, (await post()).status]).toEqual([422, 400])
    server.clock.advance(3600)
    expect((await post()).status).toBe(200)
    expect(await post()).toMatchObject({ status: 400, body: { error: 'Duplicate idempotency key.' } })
    expect(made()).toEqual(['POST'])
  })

  it('report their software', async () => {
    const { server } = aServer({ version: '2.7.2 (compatible; Pixelfed 0.12)', software: 'pixelfed' })
    const { body } = await server.call('GET /.well-known/nodeinfo')
    expect(body).toMatchObject({ links: [{ href: 'https://social.example/nodeinfo/2.0' }] })
    expect((await server.call('GET /nodeinfo/2.0')).body).toMatchObject({
      software: { name: 'pixelfed', version: '2.7.2 (compatible; Pixelfed 0.12)' },
    })
  })
})

describe('new statuses', () => {
  it('appear late in lists, and by id immediately', async () => {
    const { server, token, post } = aServer({ listLagSeconds: 5 })
    const { accountId } = server.control.signIn({ person: 'ada' })
    const lists = [`accounts/${accountId}/statuses`, 'timelines/home', 'scheduled_statuses']
    const seen = async () =>
      Promise.all(
        lists.map(async (path) => idsOf((await server.call(`GET /api/v1/${path}`, { token })).body)),
      )
    const id = idOf((await post()).body)
    const scheduled = idOf(
      (
        await server.call('POST /api/v1/statuses', {
          token,
          form: { status: 'x', scheduled_at: new Date(server.clock.now().getTime() + 600_000).toISOString() },
        })
      ).body,
    )
    expect(await seen()).toEqual([[], [], []])
    expect((await server.call(`GET /api/v1/statuses/${id}`, { token })).status).toBe(200)
    server.clock.advance(5)
    expect(await seen()).toEqual([[id], [id], [scheduled]])
  })

  it('are not in lists while they are created', async () => {
    const { server, token, post } = aServer({ postingSeconds: 2, listLagSeconds: 3 })
    await post()
    const home = async () => idsOf((await server.call('GET /api/v1/timelines/home', { token })).body).length
    server.clock.advance(4.9)
    expect(await home()).toBe(0)
    server.clock.advance(0.1)
    expect(await home()).toBe(1)
  })
})

describe('the handling of posts', () => {
  it('can be changed while the server runs', async () => {
    const { server, post, made } = aServer()
    server.control.setVersion({ version: '4.4.0' })
    server.control.setPosting({ seconds: 2 })
    await post()
    await post()
    server.control.setIdempotencyKeys({ mode: 'IGNORED' })
    server.control.setPosting({ seconds: 0, waits: false })
    server.control.setListLag({ seconds: 1 })
    await post()
    expect(made()).toHaveLength(3)
    expect((await server.call('GET /api/v2/instance')).body).toMatchObject({ version: '4.4.0' })
  })

  it('refuses invalid settings', () => {
    const { control } = new AtMastodon()
    expect(() => control.setVersion({ version: 'newest' })).toThrow('must start with numbers')
    expect(() => control.setIdempotencyKeys({ mode: 'ATOMIC' })).toThrow(
      'one of: BY_VERSION, IGNORED, REPEAT_REFUSED',
    )
    expect(() => control.setPosting({ seconds: -1 })).toThrow('postingSeconds is -1')
    expect(() => control.setListLag({ seconds: Number.NaN })).toThrow('listLagSeconds is NaN')
    expect(() => aServer({ postingSeconds: -1 })).toThrow(ControlError)
  })
})
