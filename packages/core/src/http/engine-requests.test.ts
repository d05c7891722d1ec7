import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { aBench, aConnection, ORIGIN } from './__fixtures__/engine.js'
import type { BodySource, RequestOptions, TransportRequest } from './types.js'

async function sent(path: string, options?: RequestOptions): Promise<TransportRequest | undefined> {
  const { http, transport } = aBench([{}])
  await http.post(path, v.unknown(), options)
  return transport.requests[0]
}

async function bodyOf(request: TransportRequest | undefined): Promise<string> {
  const body = request?.body ?? null
  if (body === null) return ''
  const bytes = body instanceof Uint8Array ? body : await buffer(Readable.from(body.open()))
  return Buffer.from(bytes).toString()
}

function aSource(...chunks: readonly string[]): BodySource {
  return {
    length: Buffer.byteLength(chunks.join('')),
    async *open() {
      for (const chunk of chunks) yield Buffer.from(chunk)
    },
  }
}

describe('the URL of a request', () => {
  it.each([
    ['/posts', `${ORIGIN}/v1/posts`],
    ['posts', `${ORIGIN}/v1/posts`],
    ['', `${ORIGIN}/v1`],
    ['/a%2Fb//c/d?x=1&y', `${ORIGIN}/v1/a%2Fb//c/d?x=1&y`],
    ['@evil.example/', `${ORIGIN}/v1/@evil.example/`],
    ['//evil.example/', `${ORIGIN}/v1//evil.example/`],
    ['/søg me#part', `${ORIGIN}/v1/s%C3%B8g%20me`],
    [`${ORIGIN}/other/1`, `${ORIGIN}/other/1`],
  ])('is joined from %j', async (path, url) => {
    expect((await sent(path))?.url).toBe(url)
  })

  it('gets the query: lists repeat the name, null and undefined are omitted', async () => {
    const query = { q: 'ü &', ids: [1, 2], none: null, un: undefined, no: false, empty: [] }
    expect((await sent('/a', { query }))?.url).toBe(`${ORIGIN}/v1/a?q=%C3%BC%20%26&ids=1&ids=2&no=false`)
    expect((await sent('/a?b=1', { query: { c: '' } }))?.url).toBe(`${ORIGIN}/v1/a?b=1&c=`)
    expect((await sent('/a', { query: { none: null } }))?.url).toBe(`${ORIGIN}/v1/a`)
  })

  it('must be absolute during a sign-in, which has no base URL', async () => {
    const bench = aBench([{}])
    const login = bench.bind({ base: null, connection: () => null })
    await login.post('https://Token.Example/token', v.unknown(), { form: { a: 1 } })
    expect(bench.transport.requests[0]).toMatchObject({
      url: 'https://token.example/token',
      headers: { accept: 'application/json' },
    })
    expect(bench.transport.requests[0]?.headers).not.toHaveProperty('authorization')
    await expect(login.get('/path', v.unknown())).rejects.toBeInstanceOf(ConfigError)
    await expect(login.get('https://', v.unknown())).rejects.toBeInstanceOf(ConfigError)
    await expect(login.get('https://a.example/', v.unknown(), { auth: 'connection' })).rejects.toThrow(
      'no connection yet',
    )
  })

  it('refuses an invalid base URL', async () => {
    const bench = aBench([{}])
    await expect(bench.bind({ base: 'api.example' }).get('/', v.unknown())).rejects.toBeInstanceOf(
      ConfigError,
    )
  })
})

describe('the body of a request', () => {
  it.each<[string, RequestOptions, string | undefined, string]>([
    ['nothing', {}, undefined, ''],
    ['JSON', { json: { a: [1, 'ü'] } }, 'application/json', '{"a":[1,"ü"]}'],
    ['JSON null', { json: null }, 'application/json', 'null'],
    [
      'a form',
      { form: { 'a b': 'c&d', e: [true, 2], f: null } },
      'application/x-www-form-urlencoded',
      'a+b=c%26d&e=true&e=2',
    ],
    ['bytes', { body: Buffer.from('raw') }, 'application/octet-stream', 'raw'],
    ['bytes of a type', { body: Buffer.from('raw'), contentType: 'image/png' }, 'image/png', 'raw'],
    ['a source', { body: aSource('one ', 'two') }, 'application/octet-stream', 'one two'],
  ])('is %s', async (_kind, options, contentType, body) => {
    const request = await sent('/a', options)
    expect(request?.headers['content-type']).toBe(contentType)
    expect(await bodyOf(request)).toBe(body)
  })

  it('is refused with more than one kind', async () => {
    await expect(sent('/a', { json: {}, form: {} })).rejects.toBeInstanceOf(ConfigError)
  })

  it('is multipart in the order of its parts, in one piece if it is small', async () => {
    const request = await sent('/a', {
      multipart: [
        { name: 'na"me', value: 'välue' },
        { name: 'file', filename: 'a"\r\nb.png', contentType: 'image/png', body: Buffer.from('PNG') },
      ],
    })
    const boundary = `social-${'07'.repeat(16)}`
    expect(request?.headers['content-type']).toBe(`multipart/form-data; boundary=${boundary}`)
    expect(request?.body).toBeInstanceOf(Uint8Array)
    expect(await bodyOf(request)).toBe(
      [
        `--${boundary}`,
        'content-disposition: form-data; name="na%22me"',
        '',
        'välue',
        `--${boundary}`,
        'content-disposition: form-data; name="file"; filename="a%22%0D%0Ab.png"',
        'content-type: image/png',
        '',
        'PNG',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    )
  })

  it('is multipart of a known length that streams its files for every attempt', async () => {
    const file = aSource('one ', 'two')
    const part = { name: 'f', filename: 'f.bin', contentType: 'x/y', body: file } as const
    const request = await sent('/a', { multipart: [part, { name: 'last', value: '1' }] })
    const text = await bodyOf(request)
    expect(text).toContain('\r\n\r\none two\r\n--')
    expect(request?.body).toHaveProperty('length', Buffer.byteLength(text))
    expect(await bodyOf(request)).toBe(text)
  })
})

describe('the authentication of a request', () => {
  it('is sent to the origins of the platform, with header names in lower case', async () => {
    const request = await sent('/a', { headers: { 'X-Own': '1' } })
    expect(request?.headers).toMatchObject({ authorization: 'Bearer access-token-1', 'x-own': '1' })
    expect(request?.headers['user-agent']).toBe('@social/core')
  })

  it('is taken from the caller if the caller sets it', async () => {
    const request = await sent('/a', { headers: { AUTHORIZATION: 'Basic abc', Accept: '*/*' } })
    expect(request?.headers).toMatchObject({ authorization: 'Basic abc', accept: '*/*' })
  })

  it.each(['https://evil.example/v1', `${ORIGIN}.evil.example/`, 'http://api.example/', `${ORIGIN}:8443/`])(
    'is never sent to %s, and neither is the request',
    async (url) => {
      const { http, transport } = aBench([{}])
      const sending = http.get(`${url}?token=secret`, v.unknown())
      await expect(sending).rejects.toBeInstanceOf(ConfigError)
      await expect(sending).rejects.toThrow("auth: 'none'")
      await expect(sending).rejects.not.toThrow('secret')
      expect(transport.requests).toEqual([])
    },
  )

  it('is omitted for an unsigned request to any origin', async () => {
    const request = await sent('https://upload.example/u?sig=1', { auth: 'none', body: Buffer.from('x') })
    expect(request).toMatchObject({ url: 'https://upload.example/u?sig=1' })
    expect(request?.headers).not.toHaveProperty('authorization')
  })

  it('is sent to every origin that the platform lists', async () => {
    const { http, transport } = aBench([{}], {
      platform: { origins: () => [ORIGIN, 'https://Upload.example/path'] },
    })
    await http.post('https://upload.example/u', v.unknown())
    expect(transport.requests[0]?.headers).toHaveProperty('authorization')
  })

  it('uses the current connection', async () => {
    const connections = [aConnection('one-one-one'), aConnection('two-two-two')]
    const { http, transport } = aBench([{}], { binding: { connection: () => connections[0] ?? null } })
    await http.get('/a', v.unknown())
    connections.shift()
    await http.get('/a', v.unknown())
    expect(transport.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer one-one-one',
      'Bearer two-two-two',
    ])
  })
})

describe('the limits of a request', () => {
  it('are 30 seconds, the timeout of the platform, or its own timeout', async () => {
    expect(await sent('/a')).toMatchObject({ timeoutSeconds: 30, stallSeconds: 30 })
    expect(await sent('/a', { timeoutSeconds: 7 })).toMatchObject({ timeoutSeconds: 7, stallSeconds: 7 })
    const { http, transport } = aBench([{}], { platform: { http: { timeoutSeconds: 300 } } })
    await http.get('/a', v.unknown())
    expect(transport.requests[0]).toMatchObject({ timeoutSeconds: 300 })
  })

  it('are only inactivity for an upload or a wait, which does not count against the deadline', async () => {
    const { http, transport, deadline } = aBench([{}])
    const suspend = vi.spyOn(deadline, 'suspend')
    await http.put('/a', v.unknown(), { body: aSource('x') })
    await http.put('/a', v.unknown(), { body: Buffer.from('x'), stallSeconds: 5 })
    await http.put('/a', v.unknown(), { body: Buffer.alloc(300_000) })
    expect(suspend).toHaveBeenCalledTimes(3)
    await http.put('/a', v.unknown(), { body: Buffer.from('x') })
    expect(suspend).toHaveBeenCalledTimes(3)
    expect(
      transport.requests.map(({ timeoutSeconds, stallSeconds }) => [timeoutSeconds, stallSeconds]),
    ).toEqual([
      [undefined, 60],
      [undefined, 5],
      [undefined, 60],
      [30, 30],
    ])
  })

  it('pass onSent to the transport', async () => {
    const onSent = vi.fn<(sentBytes: number) => void>()
    expect(await sent('/a', { body: Buffer.from('x'), onSent })).toMatchObject({ onSent })
  })

  it('are public https hosts if the URL came from a person', async () => {
    const options = { auth: 'none', fromPerson: true } as const
    expect(await sent('https://social.example/a', options)).toMatchObject({ publicHostsOnly: true })
    for (const url of ['http://social.example/a', 'https://10.0.0.1/', 'https://localhost/'])
      await expect(sent(url, options)).rejects.toBeInstanceOf(ConfigError)
    const known = aBench([{}])
    await known.http.get('https://social.example/a', v.unknown(), options)
    for (const url of [
      'https://me:secret@social.example/a',
      'https://social.example@10.0.0.1/',
      'http://social.example/a',
    ])
      await expect(known.http.get(url, v.unknown(), options)).rejects.toBeInstanceOf(ConfigError)
    expect(known.transport.requests).toHaveLength(1)
    const local = aBench([{}], { engine: { allowLoopback: true } })
    await local.http.get('http://localhost:3000/a', v.unknown(), options)
    expect(local.transport.requests).toHaveLength(1)
  })
})
