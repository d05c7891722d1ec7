import { Readable } from 'node:stream'

import { ConfigError } from '@social/core'
import { FakeClock } from '@social/testkit/application'
import type { Request } from 'express'
import { describe, expect, it } from 'vitest'

import { readBody, toRequest } from './to-request.js'

const BOUNDS = { maxBodyBytes: 1000, maxBodySeconds: 10, client: { clock: new FakeClock() } }

/** Creates an Express request that contains only the fields that the code reads. */
const asked = (changes: object): Request =>
  ({ method: 'POST', url: '/', headers: {}, ...changes }) as unknown as Request // safe cast: the tested code reads only these fields

describe('a request of Express as plain values', () => {
  it.each([
    ['/connect/fake', '/connect/fake', ''],
    ['/connect/fake?', '/connect/fake', ''],
    ['/connect/fake?a=b?c=d', '/connect/fake', 'a=b?c=d'],
  ])('has the path of %s and its query', (url, path, query) => {
    const request = asked({ url })
    const body = new Uint8Array(0)
    const read = toRequest(request, body)
    expect(read).toEqual({ method: 'POST', path, query, headers: {}, body, native: request })
  })
})

describe('the bytes of a request of Express', () => {
  const kept = new Uint8Array([1])

  it('are kept bytes, or are read from the request', async () => {
    expect(readBody(asked({ rawBody: kept, body: { a: 1 } }), BOUNDS)).toBe(kept)
    expect(readBody(asked({ body: kept, readableDidRead: true }), BOUNDS)).toBe(kept)
    const unread = Object.assign(Readable.from([Buffer.from('ab')]), { headers: {} }) as unknown as Request // as above
    expect(await readBody(unread, BOUNDS)).toEqual(Buffer.from('ab'))
  })

  it('are empty for a request without a body, and missing after a parser has read them', () => {
    const read = { readableDidRead: true }
    expect(readBody(asked({ ...read, headers: { 'content-length': '0' } }), BOUNDS)).toEqual(
      new Uint8Array(0),
    )
    for (const headers of [{}, { 'content-length': '10' }])
      expect(() => readBody(asked({ ...read, headers, body: {} }), BOUNDS)).toThrow(ConfigError)
  })
})
