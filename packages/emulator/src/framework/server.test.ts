import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'

import { Agent, request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Emulator, startEmulator } from '../start-emulator.js'
import { bodyOf, receive } from './body.js'
import { defineNetwork } from './module.js'
import { operation } from './operations.js'
import { Router } from './router.js'

interface Toy {
  effects: number
  uploads: { bytes: number; sum: string | null }[]
}

const toyState: Toy = { effects: 0, uploads: [] }

function toyNetwork(name = 'toy') {
  const operations = {
    reset: operation({ does: 'Resets.', takes: {}, run: () => void (toyState.effects = 0) }),
  }
  return defineNetwork({
    name,
    addresses: (origin) => ({ api: `${origin}/api`, upload: `${origin}/upload` }),
    open() {
      const router = new Router()
        .on('POST /api/effect', () => {
          toyState.effects += 1
          return Response.json({ effects: toyState.effects, padding: 'x'.repeat(1000) })
        })
        .on('PUT /upload/:id', async ({ request: one }) => {
          const upload = { bytes: 0, sum: null as string | null }
          toyState.uploads.push(upload)
          const onBytes = (bytes: number): void => void (upload.bytes = bytes)
          upload.sum = (await receive(bodyOf(one), { onBytes })).sum
          return Response.json(upload)
        })
        .on('PUT /refused', () => new Response('Too big', { status: 413 }))
        .on('GET /crash', () => {
          throw new Error('a mistake')
        })
        .on(
          'GET /events',
          () => new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
        )
        .on('GET /empty', () => new Response(null, { status: 204 }))
      return {
        handler: async (one: Request) =>
          (await router.handle(one)) ?? new Response('Nothing', { status: 404 }),
        operations,
      }
    },
  })
}

/** How a client says that the connection ended. */
const LOST = /other side closed|ECONNRESET|EPIPE|aborted/

let emulator: Emulator<[ReturnType<typeof toyNetwork>]>
let agent: Agent
let url: string

beforeEach(async () => {
  emulator = await startEmulator({ networks: [toyNetwork()] })
  agent = new Agent({ allowH2: false })
  url = emulator.url('toy')
  toyState.effects = 0
  toyState.uploads = []
})
afterEach(async () => {
  await agent.destroy()
  await emulator.close()
})

const send = async (path: string, options: Partial<Parameters<typeof request>[1]> = {}) => {
  const { statusCode, headers, body } = await request(url + path, { dispatcher: agent, ...options })
  return { status: statusCode, headers, text: await body.text() }
}
const effect = () => send('/api/effect', { method: 'POST' })

async function* zeros(chunks: number): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.alloc(65_536)
  for (let index = 0; index < chunks; index += 1) yield chunk
}

/** Lets the event loop turn until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => void setImmediate(resolve))
}

describe('the server', () => {
  it('gives each network an origin and its addresses', async () => {
    const two = await startEmulator({ networks: [toyNetwork('one'), toyNetwork('two')] })
    expect(two.host('one')).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(two.url('one')).not.toBe(two.url('two'))
    expect(two.addresses('two')).toEqual({ api: `${two.url('two')}/api`, upload: `${two.url('two')}/upload` })
    await two.close()
  })

  it('takes an upload of any length, counted and summed, in constant memory', async () => {
    const length = 512 * 65_536
    const { text } = await send('/upload/1', {
      method: 'PUT',
      body: Readable.from(zeros(512)),
      headers: { 'content-length': String(length), 'content-type': 'video/mp4' },
    })
    const sum = createHash('sha256').update(Buffer.alloc(length)).digest('hex')
    expect(JSON.parse(text)).toEqual({ bytes: length, sum })
    expect(emulator.requests('toy')).toMatchObject([
      { path: '/upload/1', bodyBytes: length, route: 'PUT /upload/:id' },
    ])
  })

  it('answers before the body is through, and the answer arrives', async () => {
    const answer = await send('/refused', {
      method: 'PUT',
      body: Readable.from(zeros(512)),
      headers: { 'content-type': 'video/mp4' },
    })
    expect(answer).toMatchObject({ status: 413, text: 'Too big' })
    expect((await effect()).status).toBe(200)
  })

  it('takes a client that leaves in the middle for what it is', async () => {
    const socket = connect(Number(emulator.host('toy').split(':')[1]), '127.0.0.1')
    socket.write(`PUT /upload/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(1000)}`)
    await until(() => toyState.uploads[0]?.bytes === 1000)
    socket.destroy()
    await until(() => emulator.requests('toy')[0]?.route !== null)
    expect(emulator.requests('toy')).toMatchObject([{ status: null, error: null, route: 'PUT /upload/:id' }])
    expect(toyState.uploads).toEqual([{ bytes: 1000, sum: null }])
  })

  it('keeps connections alive and tells the time of its own clock', async () => {
    emulator.clock.advance(-86_400)
    const { headers } = await effect()
    expect(headers['connection']).toBe('keep-alive')
    expect(Date.parse(String(headers['date']))).toBeLessThan(Date.now() - 86_000_000)
  })

  it('streams events, and answers HEAD and 204 without a body', async () => {
    expect((await send('/events')).headers['transfer-encoding']).toBe('chunked')
    expect(await send('/empty')).toMatchObject({ status: 204, text: '' })
    expect((await send('/events', { method: 'HEAD' })).text).toBe('')
  })

  it('says what went wrong inside, and goes on', async () => {
    expect(await send('/crash')).toMatchObject({
      status: 500,
      text: '{"error":"Inside the emulator: Error: a mistake"}',
    })
    expect(emulator.requests('toy')[0]?.error).toContain('a mistake')
    expect((await effect()).status).toBe(200)
  })

  it('refuses a port that is taken', async () => {
    const port = Number(emulator.host('toy').split(':')[1])
    await expect(startEmulator({ networks: [toyNetwork()], port })).rejects.toThrow('EADDRINUSE')
  })

  it('says which networks it runs', () => {
    expect(() => emulator.url('other')).toThrow('It runs: toy.')
  })
})

const faults = () => emulator.faults('toy')

describe('a fault', () => {
  it('loses the answer after the effect', async () => {
    const fault = faults().add({ fault: 'replyLost', method: 'POST', path: '/api/*' })
    await expect(effect()).rejects.toThrow(LOST)
    expect(toyState.effects).toBe(1)
    expect((await effect()).status).toBe(200)
    expect(fault.hits).toBe(1)
    expect(emulator.requests('toy').map(({ status, fault: hit }) => [status, hit])).toEqual([
      [null, 'replyLost'],
      [200, null],
    ])
  })

  it('ends the connection before anything happened', async () => {
    faults().add({ fault: 'closeBeforeEffect' })
    await expect(effect()).rejects.toThrow(LOST)
    expect(toyState.effects).toBe(0)
  })

  it('breaks off in the middle of the answer', async () => {
    faults().add({ fault: 'dropMidBody' })
    const { statusCode, body } = await request(`${url}/api/effect`, { method: 'POST', dispatcher: agent })
    expect(statusCode).toBe(200)
    await expect(body.text()).rejects.toThrow(LOST)
    expect(toyState.effects).toBe(1)
  })

  it('cuts an upload after so many bytes, which stay counted', async () => {
    faults().add({ fault: 'dropUpload', afterBytes: 100_000 })
    const upload = send('/upload/1', {
      method: 'PUT',
      body: Readable.from(zeros(64)),
      headers: { 'content-length': String(64 * 65_536) },
    })
    await expect(upload).rejects.toThrow(LOST)
    expect(toyState.uploads).toEqual([{ bytes: 100_000, sum: null }])
  })

  it('cuts a small body too, and then nobody hears of it', async () => {
    faults().add({ fault: 'dropUpload', afterBytes: 3 })
    const headers = { 'content-type': 'application/json' }
    await expect(send('/api/effect', { method: 'POST', body: '{"a":1}', headers })).rejects.toThrow(LOST)
    expect(toyState.effects).toBe(0)
  })

  it('answers any status, with headers spelled as given', async () => {
    faults().add({
      fault: 'status',
      status: 429,
      headers: { 'Retry-after': '7' },
      body: { error: 'slow down' },
    })
    faults().add({ fault: 'status', status: 502, body: '<html>Bad gateway</html>', afterEffect: true })
    faults().add({ fault: 'status', status: 204 })
    const raw = await rawAnswer()
    expect(raw).toContain('\r\nRetry-after: 7\r\n')
    expect(toyState.effects).toBe(0)
    expect(await effect()).toMatchObject({ status: 502, text: '<html>Bad gateway</html>' })
    expect(toyState.effects).toBe(1)
    expect((await effect()).status).toBe(204)
  })

  it('hits the requests it was meant for, and no others', async () => {
    faults().add({ fault: 'status', status: 500, path: '/api/:what', method: 'post', nth: 2, count: 2 })
    expect((await send('/empty')).status).toBe(204)
    const statuses = []
    for (let times = 0; times < 4; times += 1) statuses.push((await effect()).status)
    expect(statuses).toEqual([200, 500, 500, 200])
    faults().add({ fault: 'status', status: 503, count: 'all' })
    expect([(await effect()).status, (await effect()).status]).toEqual([503, 503])
    faults().clear()
    expect((await effect()).status).toBe(200)
  })

  it('holds answers back until it is released', async () => {
    const fault = faults().add({ fault: 'hold', beforeEffect: true, count: 'all' })
    const answers = Promise.all([effect(), effect()])
    await fault.whenHeld(2)
    expect([toyState.effects, fault.held]).toEqual([0, 2])
    fault.release()
    expect((await answers).map(({ status }) => status)).toEqual([200, 200])
    expect((await effect()).status).toBe(200)
    const after = faults().add({ fault: 'hold' })
    const held = effect()
    await after.whenHeld(1)
    expect(toyState.effects).toBe(4)
    after.remove()
    expect((await held).status).toBe(200)
  })

  it('takes its time', async () => {
    faults().add({ fault: 'slow', seconds: 0.01 })
    expect((await effect()).status).toBe(200)
  })
})

async function rawAnswer(): Promise<string> {
  const socket = connect(Number(emulator.host('toy').split(':')[1]), '127.0.0.1')
  socket.write('POST /api/effect HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

describe('the log', () => {
  it('shows forms and JSON, hides secrets, and makes equal ones look equal', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer abc' }
    await send('/api/effect?a=1&code=abc', {
      method: 'POST',
      headers,
      body: 'x[]=1&x[]=2&client_secret=abc&y=1',
    })
    await send('/api/effect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":{"refresh_token":"abc"},"b":[1]}',
    })
    const [form, json] = emulator.requests('toy')
    const hidden = '[hidden ba7816bf]'
    expect(form).toMatchObject({
      query: { a: '1', code: hidden },
      headers: { authorization: `Bearer ${hidden}` },
      form: { 'x[]': ['1', '2'], client_secret: hidden, y: '1' },
      bodyBytes: 33,
    })
    expect(json?.json).toEqual({ a: { refresh_token: hidden }, b: [1] })
  })

  it('counts by route, and forgets on request', async () => {
    await effect()
    await effect()
    await send('/upload/1', { method: 'PUT' })
    await send('/nowhere')
    expect(emulator.counts('toy')).toEqual({ 'POST /api/effect': 2, 'PUT /upload/:id': 1, 'GET /nowhere': 1 })
    emulator.clearRequests()
    expect([emulator.counts('toy'), emulator.requests('toy')]).toEqual([{}, []])
  })

  it('keeps the newest', async () => {
    const small = await startEmulator({ networks: [toyNetwork()], keepRequests: 2 })
    for (let index = 0; index < 5; index += 1)
      await request(`${small.url('toy')}/${index}`, { dispatcher: agent }).then(({ body }) => body.dump())
    expect(small.requests('toy').map(({ path }) => path)).toEqual(['/3', '/4'])
    await small.close()
  })
})
