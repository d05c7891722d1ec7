import { ConfigError, NetworkError, type TransportBody, type TransportRequest } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { RecordingTransport } from './recording-transport.js'
import { inTurn } from './replies.js'

function aRequest(init: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'GET',
    url: 'https://fake.example/posts/7?limit=2',
    headers: {},
    body: null,
    signal: new AbortController().signal,
    stallSeconds: 60,
    maxReplyBytes: 1_000_000,
    ...init,
  }
}

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

async function answerOf(transport: RecordingTransport, init: Partial<TransportRequest> = {}) {
  const { status, headers, body } = await transport.send(aRequest(init))
  return { status, type: headers['content-type'] ?? null, body: asText(body) }
}

describe('the replies of a recording transport', () => {
  // Holds R-0521.
  it.each([
    ['a JSON object', { id: '7' }, { status: 200, type: 'application/json', body: '{"id":"7"}' }],
    ['a JSON list', [1], { status: 200, type: 'application/json', body: '[1]' }],
    ['text', 'ok', { status: 200, type: 'text/plain; charset=utf-8', body: 'ok' }],
    ['bytes', Buffer.from('ab'), { status: 200, type: 'application/octet-stream', body: 'ab' }],
    ['nothing', null, { status: 200, type: null, body: '' }],
    ['a status alone', { status: 204 }, { status: 204, type: null, body: '' }],
    [
      'a full reply',
      { status: 422, headers: { 'Content-Type': 'application/problem+json' }, body: { error: 'no' } },
      { status: 422, type: 'application/problem+json', body: '{"error":"no"}' },
    ],
    [
      'a network that has a field called status',
      { status: 'ok', body: 1 },
      { status: 200, type: 'application/json', body: '{"status":"ok","body":1}' },
    ],
    [
      'a network that tells a status and more',
      { status: 200, id: '7' },
      { status: 200, type: 'application/json', body: '{"status":200,"id":"7"}' },
    ],
  ])('may be %s', async (_what, reply, expected) => {
    expect(await answerOf(new RecordingTransport({ 'GET /posts/7': reply }))).toEqual(expected)
  })

  it('may be made from the request, synchronously or asynchronously', async () => {
    const transport = new RecordingTransport({
      'GET /posts/7': async (request: { query: unknown }) => ({ asked: request.query }),
    })

    expect(await answerOf(transport)).toMatchObject({ body: '{"asked":{"limit":"2"}}' })
  })

  // Holds R-0521.
  it('may be an error, which is thrown after the request was recorded', async () => {
    const lost = new NetworkError('lost')
    const transport = new RecordingTransport({ 'GET /posts/7': lost })

    await expect(transport.send(aRequest())).rejects.toBe(lost)
    expect(transport.paths).toEqual(['GET /posts/7'])
  })

  it('may differ from request to request; the last one repeats', async () => {
    const transport = new RecordingTransport({
      'GET /posts/7': inTurn({ status: 503 }, () => 'then', 'last'),
    })

    const answers = [await answerOf(transport), await answerOf(transport), await answerOf(transport)]

    expect(answers.map(({ body }) => body)).toEqual(['', 'then', 'last'])
    expect(await answerOf(transport)).toMatchObject({ body: 'last' })
  })

  it('may all be made in one place', async () => {
    const transport = new RecordingTransport({}, { answer: (request) => request.key, statusCode: 202 })

    expect(await answerOf(transport)).toMatchObject({ status: 202, body: 'GET /posts/7' })
  })

  it('can be changed between calls', async () => {
    const transport = new RecordingTransport()
    transport.replies = { 'GET /posts/7': 'one' }
    transport.statusCode = 201

    expect(await answerOf(transport)).toMatchObject({ status: 201, body: 'one' })

    transport.answer = () => 'two'

    expect(await answerOf(transport)).toMatchObject({ body: 'two' })
  })

  it('are a 404 with the key and the known keys if none is given', async () => {
    const { status, body } = await answerOf(new RecordingTransport({ 'GET /a': 1, 'POST /b': 2 }))

    expect(status).toBe(404)
    expect(JSON.parse(body)).toEqual({
      error: 'RecordingTransport has no reply for "GET /posts/7". Known: GET /a, POST /b.',
      asked: 'GET /posts/7',
      known: ['GET /a', 'POST /b'],
    })
  })

  it('do not include inherited properties', async () => {
    const transport = new RecordingTransport()

    expect(await answerOf(transport, { url: 'https://fake.example/constructor' })).toMatchObject({
      status: 404,
    })
  })

  it('are refused when bigger than asked for', async () => {
    const transport = new RecordingTransport({ 'GET /posts/7': 'abc' })

    await expect(transport.send(aRequest({ maxReplyBytes: 2 }))).rejects.toThrow('larger than 2 bytes')
  })
})

async function recorded(body: TransportBody, contentType: string) {
  const transport = new RecordingTransport({}, { answer: () => null })
  await transport.send(aRequest({ method: 'POST', body, headers: { 'Content-Type': contentType } }))
  const [request] = transport.requests
  if (!request) throw new Error('nothing was recorded')
  return request
}

describe('the requests of a recording transport', () => {
  it('return JSON', async () => {
    const request = await recorded(Buffer.from('{"text":"hi"}'), 'application/json')

    expect(request).toMatchObject({ json: { text: 'hi' }, form: null, parts: null, text: '{"text":"hi"}' })
  })

  it('return forms', async () => {
    const request = await recorded(Buffer.from('a=1&b=x+y&a=2'), 'application/x-www-form-urlencoded')

    expect(request).toMatchObject({ form: { a: '2', b: 'x y' }, json: undefined, parts: null })
    expect(request.formParams?.getAll('a')).toEqual(['1', '2'])
  })

  it('return the parts of a multipart body', async () => {
    const form = new FormData()
    form.set('description', 'A rocket\r\non its pad')
    form.set('file', new Blob([Uint8Array.of(13, 10, 0, 255)], { type: 'image/png' }), 'a.png')
    const whole = new Response(form)
    const body = new Uint8Array(await whole.arrayBuffer())

    const { parts } = await recorded(body, whole.headers.get('content-type') ?? '')

    expect(parts).toMatchObject([
      { name: 'description', filename: null, text: 'A rocket\r\non its pad' },
      { name: 'file', filename: 'a.png', contentType: 'image/png' },
    ])
    expect([...(parts?.[1]?.bytes ?? [])]).toEqual([13, 10, 0, 255])
  })

  it('return the bytes of a source that reuses its buffer, and report the sent bytes', async () => {
    const buffer = new Uint8Array(2)
    const source = {
      length: 4,
      async *open() {
        buffer.set([1, 2])
        yield buffer
        buffer.set([3, 4])
        yield buffer
      },
    }
    const sent: number[] = []
    const transport = new RecordingTransport({}, { answer: () => null })

    await transport.send(aRequest({ method: 'PUT', body: source, onSent: (bytes) => sent.push(bytes) }))

    expect([...(transport.requests[0]?.bytes ?? [])]).toEqual([1, 2, 3, 4])
    expect(sent).toEqual([2, 4])
  })

  it('are refused if the body length differs from the announced one', async () => {
    const transport = new RecordingTransport()
    const body = {
      length: 5,
      async *open() {
        yield Uint8Array.of(1)
      },
    }

    await expect(transport.send(aRequest({ method: 'PUT', body }))).rejects.toThrow(
      'The announced body length is 5 bytes, but 1 bytes were sent.',
    )
  })

  it('return method, path, query and headers', async () => {
    const transport = new RecordingTransport({}, { answer: () => null })

    await transport.send(
      aRequest({ url: 'https://fake.example/a?tag=x&tag=y', headers: { Authorization: 'Bearer t' } }),
    )

    expect(transport.requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://fake.example/a?tag=x&tag=y',
      path: '/a',
      key: 'GET /a',
      query: { tag: 'y' },
      headers: { authorization: 'Bearer t' },
    })
    expect(transport.requests[0]?.searchParams.getAll('tag')).toEqual(['x', 'y'])
  })

  it('can be asked for by key, and forgotten', async () => {
    const transport = new RecordingTransport()
    await transport.send(aRequest())
    await transport.send(aRequest({ method: 'DELETE' }))

    expect(transport.paths).toEqual(['GET /posts/7', 'DELETE /posts/7'])
    expect(transport.requestsTo('DELETE /posts/7')).toHaveLength(1)

    transport.reset()

    expect(transport.requests).toEqual([])
  })
})

describe('a recording transport', () => {
  it('rejects with the reason of the signal, and records nothing when it came first', async () => {
    const reason = new Error('stop')
    const transport = new RecordingTransport()

    await expect(transport.send(aRequest({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    expect(transport.requests).toEqual([])
  })

  it('rejects with the reason of the signal while a reply is being made', async () => {
    const stop = new AbortController()
    const transport = new RecordingTransport({}, { answer: () => new Promise(() => stop.abort('enough')) })

    await expect(transport.send(aRequest({ signal: stop.signal }))).rejects.toBe('enough')
    expect(transport.paths).toEqual(['GET /posts/7'])
  })

  it('records that it was closed', async () => {
    const transport = new RecordingTransport()
    await transport.close()

    expect(transport.isClosed).toBe(true)
  })

  it('refuses what is no table of replies: one maker for everything is its option answer', () => {
    for (const wrong of [() => ({}), 'x', []])
      expect(() => new RecordingTransport(wrong as never)).toThrow(ConfigError) // on purpose
  })
})
