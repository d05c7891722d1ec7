import { expect, it } from 'vitest'

import { type PlatformRequest, rawOf, toRequest } from './to-request.js'

/** Creates a Fastify request that contains Node's request in `raw`. */
const asked = (url: string): PlatformRequest =>
  ({
    method: 'GET',
    url: '/elsewhere',
    raw: { url, headers: { accept: '*/*' } },
  }) as unknown as PlatformRequest // safe cast: the tested code reads only these fields

it.each([
  ['/social/connect/fake', ''],
  ['/social/connect/fake?', ''],
  ['/social/connect/fake?host=a.example', 'host=a.example'],
  ['/social/connect/fake?a=b?c=d', 'a=b?c=d'],
])('reads the query of %s unchanged: "%s"', (url, query) => {
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

it("returns Node's request from a request of Fastify, and a request of Express itself", () => {
  const request = asked('/')
  expect(rawOf(request)).toBe(request.raw)
  const express: PlatformRequest = { method: 'GET', url: '/' }
  expect(rawOf(express)).toBe(express)
})
