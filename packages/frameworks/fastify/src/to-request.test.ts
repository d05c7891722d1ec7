import { ConfigError } from '@social/core'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'

import { toRequest } from './to-request.js'

/** Creates a Fastify request that contains only the fields that the code reads. */
const asked = (url: string, body?: unknown): FastifyRequest =>
  ({ method: 'POST', url, body, raw: { headers: { accept: '*/*' } } }) as unknown as FastifyRequest // safe cast: the tested code reads only these fields

describe('a request of Fastify as plain values', () => {
  it.each([
    ['/connect/fake', 0, '/connect/fake', ''],
    ['/social/connect/fake?host=a.example', 1, '/connect/fake', 'host=a.example'],
    ['/acme/social/connect/fake?', 2, '/connect/fake', ''],
    ['/social/connect/fake?a=b?/c=d', 1, '/connect/fake', 'a=b?/c=d'],
  ])('has the path of %s below %d parts of its prefix, and its query', (url, depth, path, query) => {
    const request = asked(url)
    expect(toRequest(request, depth)).toEqual({
      method: 'POST',
      path,
      query,
      headers: { accept: '*/*' },
      body: new Uint8Array(0),
      native: request,
    })
  })

  it('has its bytes, no bytes without a body, and reports a body that was already read', () => {
    const body = new Uint8Array([1])
    expect(toRequest(asked('/', body), 0).body).toBe(body)
    expect(toRequest(asked('/', null), 0).body).toEqual(new Uint8Array(0))
    for (const read of [{ a: 1 }, 'a=1', '']) {
      expect(() => toRequest(asked('/', read), 0)).toThrow(ConfigError)
      expect(() => toRequest(asked('/', read), 0)).toThrow('reads the body before @social/fastify')
    }
  })
})
