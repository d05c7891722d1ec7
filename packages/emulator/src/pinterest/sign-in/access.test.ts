import { describe, expect, it } from 'vitest'

import { AtPinterest, idOf, IMAGE, refusalOf } from '../../__fixtures__/at-pinterest.js'
import { REFUSALS } from '../wire/refusals.js'

const ALL = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read']

describe('an app on Trial access', () => {
  it('cannot create pins in production', async () => {
    const at = new AtPinterest({ access: 'TRIAL' })

    const answer = await at.attemptPin(at.signIn())

    expect(refusalOf(answer)).toEqual([
      403,
      29,
      expect.stringContaining('use API Sandbox https://api-sandbox.pinterest.com'),
    ])
    expect(at.control.state().pins).toEqual([])
  })

  it('creates pins that only their owner sees, as in the tier table', async () => {
    const at = new AtPinterest({ access: 'TRIAL', trialPins: 'OWNER_ONLY' })
    const token = at.signIn()
    at.control.shareBoard({ board: at.board(), with: 'bo' })

    const id = await at.pin(token)

    expect(at.control.state().pins).toMatchObject([{ visibleTo: 'OWNER' }])
    expect((await at.call(`GET /pin/${id}/`)).status).toBe(404)
    expect((await at.call(`GET /v5/pins/${id}`, { token: at.signIn('bo') })).status).toBe(404)
    expect((await at.call(`GET /v5/pins/${id}`, { token })).status).toBe(200)
  })

  it('has one daily request limit for all people', async () => {
    const at = new AtPinterest({ access: 'TRIAL', rates: { all: 1000, reads: 2, writes: 300 } })
    for (const person of ['ada', 'bo']) await at.call('GET /v5/boards', { token: at.signIn(person) })

    const third = await at.call('GET /v5/boards', { token: at.signIn('cleo') })

    expect(third.status).toBe(429)
    expect(third.headers.get('x-ratelimit-reset')).toBe('86400')
  })

  it('is refused every call before its approval', async () => {
    const at = new AtPinterest({ access: 'NONE' })

    expect(refusalOf(await at.call('GET /v5/boards', { token: at.signIn() }))).toEqual([
      401,
      3,
      expect.stringContaining('consumer type is not supported'),
    ])
  })
})

describe('the sandbox', () => {
  it('shows pins to their owner only and has no analytics', async () => {
    const at = new AtPinterest({ environment: 'SANDBOX', access: 'TRIAL' })
    const token = at.signIn()
    const id = await at.pin(token)

    expect(at.control.state().pins).toMatchObject([{ visibleTo: 'OWNER' }])
    expect((await at.call(`GET /v5/pins/${id}/analytics`, { token })).status).toBe(404)
  })
})

describe('secret boards', () => {
  it('require their own scopes', async () => {
    const at = new AtPinterest()
    const { id } = at.control.addBoard({ person: 'ada', name: 'Secret', privacy: 'SECRET' })
    const plain = at.signIn()
    const secret = at.signIn('ada', [
      ...ALL,
      'boards:read_secret',
      'boards:write_secret',
      'pins:read_secret',
      'pins:write_secret',
    ])

    const hidden = await at.call('GET /v5/boards', { token: plain })
    const shown = await at.call('GET /v5/boards', { token: secret })
    const pin = await at.attemptPin(secret, { board_id: id })

    expect([hidden.text.includes(id), shown.text.includes(id)]).toEqual([false, true])
    expect(refusalOf(await at.attemptPin(plain, { board_id: id })).slice(0, 2)).toEqual([401, 3])
    expect(
      (await at.call('POST /v5/boards', { token: plain, json: { name: 'S', privacy: 'SECRET' } })).status,
    ).toBe(401)
    expect(at.control.state().pins).toMatchObject([{ id: idOf(pin), visibleTo: 'OWNER' }])
  })
})

describe('boards', () => {
  it('with a repeated name are refused, ignoring case', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const again = await at.call('POST /v5/boards', { token, json: { name: 'CHAIRS' } })
    const foreign = await at.call('POST /v5/boards', { token: at.signIn('bo'), json: { name: 'Chairs' } })

    expect(refusalOf(again)).toEqual([400, 400, 'The board name is invalid or duplicated.'])
    expect(foreign.status).toBe(201)
  })

  it('accept sections of 1 to 180 characters, and delete their pins with them', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const path = `/v5/boards/${at.board()}/sections`
    const tries = ['', 'a'.repeat(181), 'a'.repeat(180)].map((name) =>
      at.call(`POST ${path}`, { token, json: { name } }),
    )
    const id = await at.pin(token)

    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([400, 400, 201])
    expect((await at.call(`DELETE /v5/boards/${at.board()}`, { token })).status).toBe(204)
    expect((await at.call(`GET /v5/pins/${id}`, { token })).status).toBe(404)
  })
})

describe('requests', () => {
  it('are counted for each person, per second and per minute, and report how many are left', async () => {
    const at = new AtPinterest({ rates: { all: 100, reads: 1000, writes: 2 } })
    const token = at.signIn()
    const first = await at.attemptPin(token)
    await at.attemptPin(token)

    const third = await at.attemptPin(token)

    expect(first.headers.get('x-ratelimit-limit')).toBe('2, 100;w=1, 2;w=60')
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1')
    expect(first.headers.get('x-pinterest-rid')).not.toBeNull()
    expect(refusalOf(third)).toEqual([429, 8, expect.stringContaining('exceeded a rate limit')])
    expect([third.headers.get('x-ratelimit-remaining'), third.headers.get('x-ratelimit-reset')]).toEqual([
      '0',
      '60',
    ])
    expect((await at.attemptPin(at.signIn('bo'), { board_id: at.board('bo') })).status).toBe(201)
    at.clock.advance(60)
    expect((await at.attemptPin(token)).status).toBe(201)
  })

  it('of an account that is marked as spam are refused for writes', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    at.control.flagAsSpam({ person: 'ada' })

    const answer = await at.attemptPin(token)

    expect(refusalOf(answer)).toEqual([429, 8, expect.stringContaining('spam')])
    expect((await at.call('GET /v5/boards', { token })).status).toBe(200)
  })

  it.each(Object.keys(REFUSALS))('can be refused by name: %s', async (refusal) => {
    const at = new AtPinterest()
    const token = at.signIn()
    at.control.refuseNext({ refusal, route: 'POST /v5/pins' })

    const refused = await at.attemptPin(token)

    expect(refused.status).toBe(REFUSALS[refusal]?.().status)
    expect(at.control.state().pins).toEqual([])
    expect((await at.attemptPin(token)).status).toBe(201)
  })

  it('cannot be refused with an unknown error name', () => {
    expect(() => new AtPinterest().control.refuseNext({ refusal: 'TEAPOT' })).toThrow('must be one of')
  })
})

describe('Pinterest failures', () => {
  it('lose the response of a created pin, which is then found on its board', async () => {
    const at = new AtPinterest({ listDelaySeconds: 3 })
    const token = at.signIn()
    const board = at.board()
    const json = { board_id: board, title: 'Once', media_source: IMAGE }
    at.network.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })

    const lost = await at.network.exchange(
      new Request(new URL('/v5/pins', at.network.origin), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }),
    )
    const early = await at.call(`GET /v5/boards/${board}/pins`, { token })
    at.clock.advance(3)
    const late = await at.call(`GET /v5/boards/${board}/pins`, { token })

    expect(lost.cut).toBe('BEFORE_REPLY')
    expect(early.body).toMatchObject({ items: [] })
    expect(late.body).toMatchObject({ items: [{ title: 'Once', created_at: '2026-11-22T12:00:00Z' }] })
  })

  it('writes times without a zone if configured', async () => {
    const at = new AtPinterest({ timesWithoutZone: true })
    const { body } = await at.network
      .exchange(
        new Request(new URL('/v5/boards', at.network.origin), {
          headers: { authorization: `Bearer ${at.signIn()}` },
        }),
      )
      .then(async ({ response }) => ({ body: await response.text() }))

    expect(body).toContain('"created_at":"2026-11-22T12:00:00"')
  })
})
