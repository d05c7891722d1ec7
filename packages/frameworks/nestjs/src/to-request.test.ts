import { expect, it } from 'vitest'

import { type PlatformRequest, rawOf, toRequest } from './to-request.js'

/** A request as Fastify has it: that of Node is in `raw`. */
const asked = (url: string): PlatformRequest =>
  ({
    method: 'GET',
    url: '/elsewhere',
    raw: { url, headers: { accept: '*/*' } },
  }) as unknown as PlatformRequest // as far as it is looked at

it.each([
  ['/social/connect/fake', ''],
  ['/social/connect/fake?', ''],
  ['/social/connect/fake?host=a.example', 'host=a.example'],
  ['/social/connect/fake?a=b?c=d', 'a=b?c=d'],
])('reads the query of %s as it was sent: "%s"', (url, query) => {
  const request = asked(url)
  const body = new Uint8Array(0)
  expect(toRequest(request, '/connect/fake', body)).toEqual({
    method: 'GET',
    path: '/connect/fake',
    query,
    headers: { accept: '*/*' },
    body,
    native: request,
  })
})

it('finds the request of Node in that of Fastify, and takes that of Express as it is', () => {
  const request = asked('/')
  expect(rawOf(request)).toBe(request.raw)
  const express: PlatformRequest = { method: 'GET', url: '/' }
  expect(rawOf(express)).toBe(express)
})
