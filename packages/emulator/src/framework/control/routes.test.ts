import { beforeEach, describe, expect, it } from 'vitest'

import { mastodonNetwork } from '../../mastodon/module.js'
import { SettableClock } from '../clock.js'
import { EmulatedNetwork } from '../emulated-network.js'

let network: EmulatedNetwork

beforeEach(() => {
  const clock = new SettableClock({ start: new Date('2026-11-21T12:00:00Z'), frozen: true })
  network = new EmulatedNetwork(mastodonNetwork(), { origin: 'http://127.0.0.1:4100', clock })
})

async function steer(
  route: string,
  input?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown[]> {
  const [method = 'GET', path = ''] = route.split(' ')
  const body = input === undefined ? null : JSON.stringify(input)
  const request = new Request(`${network.origin}/__emulator${path}`, { method, body, headers })
  const { response } = await network.exchange(request)
  return [response.status, await response.json()]
}

describe('control over HTTP', () => {
  it('lists the operations', async () => {
    const [status, body] = await steer('GET /mastodon')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      network: 'mastodon',
      now: '2026-11-21T12:00:00.000Z',
      operations: {
        follow: { does: 'A person follows another person.', takes: { by: 'text', person: 'text' } },
      },
    })
  })

  it('runs an operation, and shows the state', async () => {
    const [, made] = await steer('POST /mastodon/mention', { by: 'bo', of: 'ada', text: 'Hi' })
    expect(made).toEqual({ id: expect.stringMatching(/^\d+$/) })
    expect(await steer('GET /mastodon/state')).toMatchObject([
      200,
      { statuses: [{ by: 'bo@other.example' }] },
    ])
    expect(await steer('POST /mastodon/follow', { by: 'bo', person: 'ada' })).toEqual([200, {}])
  })

  it('adds and removes faults', async () => {
    const [, fault] = await steer('POST /mastodon/faults', { fault: 'hold', path: '/api/v1/*' })
    expect(fault).toEqual({ id: '1', fault: { fault: 'hold', path: '/api/v1/*' }, hits: 0, held: 0 })
    const answer = network.exchange(new Request(`${network.origin}/api/v1/instance`))
    await network.faults.find('1')?.whenHeld(1)
    await steer('POST /mastodon/faults/1/release')
    expect((await answer).response.status).toBe(200)
    await steer('DELETE /mastodon/faults/1')
    expect(await steer('GET /mastodon/faults')).toEqual([200, []])
    await steer('POST /mastodon/faults', { fault: 'status', status: 500 })
    expect(await steer('DELETE /mastodon/faults')).toEqual([200, {}])
    expect(network.faults.list()).toEqual([])
  })

  it('moves the clock', async () => {
    expect(await steer('POST /mastodon/clock', { advanceSeconds: 60 })).toEqual([
      200,
      { now: '2026-11-21T12:01:00.000Z' },
    ])
    expect(await steer('POST /mastodon/clock', { set: '2027-01-01T00:00:00Z' })).toEqual([
      200,
      { now: '2027-01-01T00:00:00.000Z' },
    ])
    expect(await steer('GET /mastodon/clock')).toEqual([200, { now: '2027-01-01T00:00:00.000Z' }])
    expect(await steer('POST /mastodon/clock', { set: 'soon' })).toEqual([
      400,
      { error: '"soon" is not a valid time.' },
    ])
  })

  it('shows the effects of requests, and removes them', async () => {
    const control = network.control as unknown as { signIn(input: object): { accessToken: string } } // safe cast: the Mastodon network has this operation
    const { accessToken } = control.signIn({ person: 'ada' })
    const headers = { authorization: `Bearer ${accessToken}` }
    const body = new URLSearchParams({ status: 'Hi' })
    await network.exchange(
      new Request(`${network.origin}/api/v1/statuses`, { method: 'POST', headers, body }),
    )
    expect(await steer('GET /mastodon/effects')).toMatchObject([200, [{ number: 1, kind: 'POST' }]])
    expect(await steer('DELETE /mastodon/effects')).toEqual([200, []])
  })

  it('shows the received requests without its own, and removes them', async () => {
    await network.exchange(new Request(`${network.origin}/api/v1/instance`))
    expect(await steer('GET /mastodon/requests')).toMatchObject([
      200,
      [{ path: '/api/v1/instance', status: 200 }],
    ])
    expect(await steer('DELETE /mastodon/requests')).toEqual([200, []])
  })

  it.each([
    ['POST /mastodon/fly', {}, 'mastodon has no "fly".'],
    ['GET /mastodon/follow', undefined, 'changes something. Send a POST request.'],
    ['POST /mastodon/follow', { by: 'ada' }, 'The field "person" is missing'],
    ['POST /mastodon/faults', { fault: 'rain' }, 'must be one of: replyLost'],
    ['POST /mastodon/faults', { fault: 'slow' }, 'requires "seconds"'],
    [
      'POST /mastodon/faults',
      { fault: 'status', status: 'many' },
      '"status" must be a status: a number from 200 to 599.',
    ],
    ['DELETE /mastodon/faults/9', undefined, 'There is no fault "9".'],
    ['POST /mastodon/faults', { fault: 'replyLost', nht: 2 }, 'has no field "nht". It takes: method'],
    ['POST /mastodon/faults', { fault: 'replyLost', nth: 0 }, '"nth" must be a whole number, 1 or more.'],
    ['POST /mastodon/faults', { fault: 'replyLost', until: 'soon' }, '"until" must be a moment'],
    ['GET /bluesky', undefined, 'This URL belongs to mastodon'],
  ])('reports the problem of %s %j', async (route, input, sentence) => {
    const [status, body] = await steer(route, input)
    expect([status, body]).toEqual([400, { error: expect.stringContaining(sentence) }])
  })

  it('refuses a body that is not JSON', async () => {
    const request = new Request(`${network.origin}/__emulator/mastodon/follow`, { method: 'POST', body: '{' })
    expect(await (await network.exchange(request)).response.json()).toEqual({
      error: 'The body is not valid JSON.',
    })
  })

  it('cannot move a clock that was passed to it', async () => {
    network = new EmulatedNetwork(mastodonNetwork(), {
      origin: network.origin,
      clock: { now: () => new Date(0) },
    })
    expect(await steer('POST /mastodon/clock', { advanceSeconds: 1 })).toMatchObject([
      400,
      { error: expect.stringContaining('has its own clock') },
    ])
  })
})

const sentTo = async (host: string, route = 'GET'): Promise<[number, unknown]> => {
  const request = new Request(`${network.origin}/__emulator/mastodon/state`, {
    method: route,
    headers: { host },
  })
  const { response } = await network.exchange(request)
  return [response.status, await response.json()]
}

describe('the Host header of a request', () => {
  it.each(['127.0.0.1:4100', 'localhost:4100', 'LOCALHOST:4100', 'localhost', '[::1]:4100', '127.0.0.1:80'])(
    'may be %s',
    async (host) => {
      expect((await sentTo(host))[0]).toBe(200)
    },
  )

  it.each([
    'evil.example:4100',
    'localhost.evil.example',
    'localhost@evil.example',
    'localhost/evil',
    '127.0.0.1.evil.example:4100',
    '192.168.1.5:4100',
    '0.0.0.0:4100',
    '2130706433',
    '',
    ':4100',
  ])('may not be "%s"', async (host) => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await sentTo(host, method)).toEqual([
        403,
        { error: expect.stringContaining('steered under a name of this machine') },
      ])
  })

  it('is ignored for requests to the network itself', async () => {
    const headers = { host: 'evil.example' }
    const { response } = await network.exchange(new Request(`${network.origin}/api/v1/instance`, { headers }))
    expect(response.status).toBe(200)
  })
})

const preflight = async (origin: string): Promise<Response> => {
  const request = new Request(`${network.origin}/__emulator/mastodon/follow`, {
    method: 'OPTIONS',
    headers: { origin },
  })
  return (await network.exchange(request)).response
}

describe('pages in a browser', () => {
  it('of this machine may control the emulator', async () => {
    const response = await preflight('http://localhost:3000')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:3000',
    ])
  })

  it('of other machines may not control the emulator', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const response = await preflight(origin)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, null])
      const [status] = await steer('POST /mastodon/follow', { by: 'bo', person: 'ada' }, { origin })
      expect(status).toBe(400)
    }
  })
})
