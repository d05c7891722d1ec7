import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'

import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startToy, toyNetwork, zeros } from '../__fixtures__/at-toy.js'
import { startEmulator } from '../start-emulator.js'

let toy: Awaited<ReturnType<typeof startToy>>

beforeEach(async () => {
  toy = await startToy()
})
afterEach(() => toy.close())

/** Runs the event loop until the condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => void setImmediate(resolve))
}

describe('the server', () => {
  it('gives each network its own origin and URLs', async () => {
    const two = await startEmulator({ networks: [toyNetwork('one'), toyNetwork('two')] })
    expect(two.host('one')).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(two.url('one')).not.toBe(two.url('two'))
    expect(two.addresses('two')).toEqual({ api: `${two.url('two')}/api`, upload: `${two.url('two')}/upload` })
    await two.close()
  })

  it('receives an upload of any length, counted and hashed, in constant memory', async () => {
    const length = 512 * 65_536
    const { text } = await toy.send('/upload/1', {
      method: 'PUT',
      body: Readable.from(zeros(512)),
      headers: { 'content-length': String(length), 'content-type': 'video/mp4' },
    })
    const sum = createHash('sha256').update(Buffer.alloc(length)).digest('hex')
    expect(JSON.parse(text)).toEqual({ bytes: length, sum })
    expect(toy.requests()).toMatchObject([{ path: '/upload/1', bodyBytes: length, route: 'PUT /upload/:id' }])
  })

  it('responds before the body is complete, and the response arrives', async () => {
    const answer = await toy.send('/refused', {
      method: 'PUT',
      body: Readable.from(zeros(512)),
      headers: { 'content-type': 'video/mp4' },
    })
    expect(answer).toMatchObject({ status: 413, text: 'Too big' })
    expect((await toy.effect()).status).toBe(200)
  })

  it('handles a client that disconnects in the middle', async () => {
    const socket = connect(toy.port, '127.0.0.1')
    socket.write(`PUT /upload/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(1000)}`)
    await until(() => toy.state.uploads[0]?.bytes === 1000)
    socket.destroy()
    await until(() => toy.requests()[0]?.route !== null)
    expect(toy.requests()).toMatchObject([{ status: null, error: null, route: 'PUT /upload/:id' }])
    expect(toy.state.uploads).toEqual([{ bytes: 1000, sum: null }])
  })

  it('keeps connections alive and sends the time of its own clock', async () => {
    toy.emulator.clock.advance(-86_400)
    const { headers } = await toy.effect()
    expect(headers['connection']).toBe('keep-alive')
    expect(Date.parse(String(headers['date']))).toBeLessThan(Date.now() - 86_000_000)
  })

  it.each([
    ['KEPT', 'keep-alive', false],
    ['CLOSED', 'close', true],
    ['CLOSED_UNANNOUNCED', undefined, true],
  ] as const)(
    'handles the connection after a response as %s requires',
    async (afterResponse, header, closes) => {
      const one = await startEmulator({ networks: [toyNetwork('one')], afterResponse })
      const socket = connect(Number(one.host('one').split(':')[1]), '127.0.0.1').setEncoding('utf8')
      let text = ''
      let hasEnded = false
      socket.on('data', (chunk: string) => void (text += chunk)).on('end', () => void (hasEnded = true))
      socket.write('POST /api/effect HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
      await until(() => text.includes('padding') && text.endsWith('}'))
      if (closes) await until(() => hasEnded)
      else {
        socket.write('POST /api/effect HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
        await until(() => text.split('HTTP/1.1 200').length === 3)
      }

      expect(/^connection: (.*)\r$/im.exec(text)?.[1]).toBe(header)
      expect(/^keep-alive:/im.test(text)).toBe(afterResponse === 'KEPT')
      expect(hasEnded).toBe(closes)
      socket.destroy()
      await one.close()
    },
  )

  it('refuses an unknown value of afterResponse', async () => {
    const afterResponse = 'closed' as 'CLOSED' // safe cast: tests a value that JavaScript callers can pass
    await expect(startEmulator({ networks: [toyNetwork('one')], afterResponse })).rejects.toThrow(
      'startEmulator: afterResponse must be one of KEPT, CLOSED, CLOSED_UNANNOUNCED, not "closed".',
    )
  })

  it('streams events, and responds to HEAD and 204 without a body', async () => {
    expect((await toy.send('/events')).headers['transfer-encoding']).toBe('chunked')
    expect(await toy.send('/empty')).toMatchObject({ status: 204, text: '' })
    expect((await toy.send('/events', { method: 'HEAD' })).text).toBe('')
  })

  it('reports an internal error, and continues', async () => {
    expect(await toy.send('/crash')).toMatchObject({
      status: 500,
      text: '{"error":"Inside the emulator: Error: a mistake"}',
    })
    expect(toy.requests()[0]?.error).toContain('a mistake')
    expect((await toy.effect()).status).toBe(200)
  })

  it('refuses a port that is in use', async () => {
    const port = toy.port
    await expect(startEmulator({ networks: [toyNetwork('toy')], port })).rejects.toThrow('EADDRINUSE')
  })

  it('lists the running networks', () => {
    // @ts-expect-error the compiler knows it as well
    expect(() => toy.emulator.url('other')).toThrow('Running networks: toy.')
  })
})

describe('the log', () => {
  it('shows forms and JSON, hides secrets, and shows equal secrets as equal texts', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer abc' }
    await toy.send('/api/effect?a=1&code=abc', {
      method: 'POST',
      headers,
      body: 'x[]=1&x[]=2&client_secret=abc&y=1',
    })
    await toy.send('/api/effect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":{"refresh_token":"abc"},"b":[1]}',
    })
    const [form, json] = toy.requests()
    const hidden = '[hidden ba7816bf]'
    expect(form).toMatchObject({
      query: { a: '1', code: hidden },
      headers: { authorization: `Bearer ${hidden}` },
      form: { 'x[]': ['1', '2'], client_secret: hidden, y: '1' },
      bodyBytes: 33,
    })
    expect(json?.json).toEqual({ a: { refresh_token: hidden }, b: [1] })
  })

  it('counts by route, and is cleared on request', async () => {
    await toy.effect()
    await toy.effect()
    await toy.send('/upload/1', { method: 'PUT' })
    await toy.send('/nowhere')
    expect(toy.counts()).toEqual({ 'POST /api/effect': 2, 'PUT /upload/:id': 1, 'GET /nowhere': 1 })
    toy.emulator.clearRequests()
    expect([toy.counts(), toy.requests()]).toEqual([{}, []])
  })

  it('keeps the newest', async () => {
    const small = await startEmulator({ networks: [toyNetwork('toy')], keepRequests: 2 })
    for (let index = 0; index < 5; index += 1)
      await request(`${small.url('toy')}/${index}`, { dispatcher: toy.agent }).then(({ body }) => body.dump())
    expect(small.requests('toy').map(({ path }) => path)).toEqual(['/3', '/4'])
    await small.close()
  })
})
