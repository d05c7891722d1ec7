import { connect } from 'node:net'
import { Readable } from 'node:stream'

import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { CONNECTION_LOST, startToy, zeros } from '../../__fixtures__/at-toy.js'

let toy: Awaited<ReturnType<typeof startToy>>

beforeEach(async () => {
  toy = await startToy()
})
afterEach(() => toy.close())

async function rawAnswer(): Promise<string> {
  const socket = connect(toy.port, '127.0.0.1')
  socket.write('POST /api/effect HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

describe('a fault', () => {
  it('loses the response after the effect', async () => {
    const fault = toy.faults.add({ fault: 'replyLost', method: 'POST', path: '/api/*' })
    await expect(toy.effect()).rejects.toThrow(CONNECTION_LOST)
    expect(toy.state.effects).toBe(1)
    expect((await toy.effect()).status).toBe(200)
    expect(fault.hits).toBe(1)
    expect(toy.requests().map(({ status, fault: hit }) => [status, hit])).toEqual([
      [null, 'replyLost'],
      [200, null],
    ])
  })

  it('ends the connection before the effect', async () => {
    toy.faults.add({ fault: 'closeBeforeEffect' })
    await expect(toy.effect()).rejects.toThrow(CONNECTION_LOST)
    expect(toy.state.effects).toBe(0)
  })

  it('ends the connection in the middle of the response', async () => {
    toy.faults.add({ fault: 'dropMidBody' })
    const { statusCode, body } = await request(`${toy.url}/api/effect`, {
      method: 'POST',
      dispatcher: toy.agent,
    })
    expect(statusCode).toBe(200)
    await expect(body.text()).rejects.toThrow(CONNECTION_LOST)
    expect(toy.state.effects).toBe(1)
  })

  it('cuts an upload after a number of bytes, which stay counted', async () => {
    toy.faults.add({ fault: 'dropUpload', afterBytes: 100_000 })
    const upload = toy.send('/upload/1', {
      method: 'PUT',
      body: Readable.from(zeros(64)),
      headers: { 'content-length': String(64 * 65_536) },
    })
    await expect(upload).rejects.toThrow(CONNECTION_LOST)
    expect(toy.state.uploads).toEqual([{ bytes: 100_000, sum: null }])
  })

  it('cuts a small body too, and the handler never receives it', async () => {
    toy.faults.add({ fault: 'dropUpload', afterBytes: 3 })
    const headers = { 'content-type': 'application/json' }
    await expect(toy.send('/api/effect', { method: 'POST', body: '{"a":1}', headers })).rejects.toThrow(
      CONNECTION_LOST,
    )
    expect(toy.state.effects).toBe(0)
  })

  it('responds with any status, with headers spelled as given', async () => {
    toy.faults.add({
      fault: 'status',
      status: 429,
      headers: { 'Retry-after': '7' },
      body: { error: 'slow down' },
    })
    toy.faults.add({ fault: 'status', status: 502, body: '<html>Bad gateway</html>', afterEffect: true })
    toy.faults.add({ fault: 'status', status: 204 })
    const raw = await rawAnswer()
    expect(raw).toContain('\r\nRetry-after: 7\r\n')
    expect(toy.state.effects).toBe(0)
    expect(await toy.effect()).toMatchObject({ status: 502, text: '<html>Bad gateway</html>' })
    expect(toy.state.effects).toBe(1)
    expect((await toy.effect()).status).toBe(204)
  })

  it('applies to matching requests only', async () => {
    toy.faults.add({ fault: 'status', status: 500, path: '/api/:what', method: 'post', nth: 2, count: 2 })
    expect((await toy.send('/empty')).status).toBe(204)
    const statuses = []
    for (let times = 0; times < 4; times += 1) statuses.push((await toy.effect()).status)
    expect(statuses).toEqual([200, 500, 500, 200])
    toy.faults.add({ fault: 'status', status: 503, count: 'all' })
    expect([(await toy.effect()).status, (await toy.effect()).status]).toEqual([503, 503])
    toy.faults.clear()
    expect((await toy.effect()).status).toBe(200)
  })

  it('holds responses until it is released', async () => {
    const fault = toy.faults.add({ fault: 'hold', beforeEffect: true, count: 'all' })
    const answers = Promise.all([toy.effect(), toy.effect()])
    await fault.whenHeld(2)
    expect([toy.state.effects, fault.held]).toEqual([0, 2])
    fault.release()
    expect((await answers).map(({ status }) => status)).toEqual([200, 200])
    expect((await toy.effect()).status).toBe(200)
    const after = toy.faults.add({ fault: 'hold' })
    const held = toy.effect()
    await after.whenHeld(1)
    expect(toy.state.effects).toBe(4)
    after.remove()
    expect((await held).status).toBe(200)
  })

  it('applies to the n-th request of any kind', async () => {
    toy.faults.add({ fault: 'closeBeforeEffect', nth: 3 })
    expect((await toy.send('/empty')).status).toBe(204)
    expect((await toy.effect()).status).toBe(200)
    await expect(toy.send('/empty')).rejects.toThrow(CONNECTION_LOST)
    expect((await toy.effect()).status).toBe(200)
  })

  it('affects writes only, and sends Retry-After', async () => {
    toy.faults.add({ fault: 'status', status: 503, retryAfterSeconds: 30, writes: true, count: 'all' })
    expect((await toy.send('/empty')).status).toBe(204)
    expect(await toy.effect()).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    expect((await toy.send('/upload/1', { method: 'PUT', body: 'x' })).status).toBe(503)
    expect(toy.state).toEqual({ effects: 0, uploads: [] })
  })

  it('starts after a number of requests of any kind', async () => {
    toy.faults.add({ fault: 'status', status: 503, method: 'POST', afterRequests: 2, count: 'all' })
    const statuses = [(await toy.effect()).status, (await toy.send('/empty')).status]
    statuses.push((await toy.effect()).status, (await toy.send('/empty')).status)
    expect(statuses).toEqual([200, 204, 503, 204])
  })

  it('starts and ends at a time of the emulator’s clock', async () => {
    const at = (seconds: number): string =>
      new Date(toy.emulator.clock.now().getTime() + seconds * 1000).toISOString()
    toy.faults.add({ fault: 'status', status: 503, from: at(3600), until: at(7200), count: 'all' })
    expect((await toy.effect()).status).toBe(200)
    toy.emulator.clock.advance(3601)
    expect((await toy.effect()).status).toBe(503)
    toy.emulator.clock.advance(3600)
    expect((await toy.effect()).status).toBe(200)
  })

  it('can apply to one account', async () => {
    toy.faults.add({ fault: 'status', status: 503, account: 'bo', count: 'all' })
    const as = (name: string) => toy.send('/api/effect', { method: 'POST', headers: { 'x-account': name } })
    expect([(await as('ada')).status, (await as('bo')).status, (await toy.effect()).status]).toEqual([
      200, 503, 200,
    ])
    expect(toy.requests().map(({ account }) => account)).toEqual(['ada', 'bo', null])
  })

  it('cuts a request in its middle, and one without a body before the effect', async () => {
    toy.faults.add({ fault: 'dropUpload', count: 2 })
    const upload = toy.send('/upload/1', {
      method: 'PUT',
      body: Buffer.alloc(100_000),
      headers: { 'content-type': 'video/mp4' },
    })
    await expect(upload).rejects.toThrow(CONNECTION_LOST)
    expect(toy.state.uploads).toEqual([{ bytes: 50_000, sum: null }])
    await expect(toy.effect()).rejects.toThrow(CONNECTION_LOST)
    expect(toy.state.effects).toBe(0)
  })

  it('is refused with an unknown field', () => {
    const wrong: object = { fault: 'replyLost', nht: 2 }
    expect(() => toy.faults.add(wrong as Parameters<typeof toy.faults.add>[0])).toThrow('has no field "nht"')
  })

  it('delays the response', async () => {
    toy.faults.add({ fault: 'slow', seconds: 0.01 })
    expect((await toy.effect()).status).toBe(200)
  })
})
