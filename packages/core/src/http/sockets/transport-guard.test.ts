import type { LookupFunction } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { publicLookup } from '../guard/public-lookup.js'
import type { Transport } from '../types.js'
import { aTransportRequest, type LoopbackServer, serve } from './__fixtures__/loopback.js'
import { PrivateHostError } from './transport-errors.js'
import { undiciTransport } from './transport.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function keep<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one)
  return one
}

/** Creates a resolver that returns these addresses for every host name. */
const finds =
  (...addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all === true) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }

async function aServer(): Promise<LoopbackServer> {
  return keep(await serve((_request, response) => response.end('reached')))
}

describe('a request to a URL from a person', () => {
  it.each([
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://0x7f.1:9/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
  ])('never opens a socket to %s', async (url) => {
    const sending = keep(undiciTransport()).send(aTransportRequest({ url, publicHostsOnly: true }))
    await expect(sending).rejects.toMatchObject({ delivery: 'NOT_SENT', cause: expect.any(PrivateHostError) })
    await expect(sending).rejects.toThrow('not a host on the public internet')
  })

  it('never connects to a private address of a public name', async () => {
    const server = await aServer()
    const { port } = new URL(server.url)
    const transport = keep(undiciTransport({ lookup: finds('127.0.0.1') }))
    const url = `http://rebound.example:${port}/`
    const sending = transport.send(aTransportRequest({ url, publicHostsOnly: true }))
    await expect(sending).rejects.toMatchObject({ delivery: 'NOT_SENT', cause: expect.any(PrivateHostError) })
    expect(server.connections).toBe(0)
  })

  it('never uses a socket that was opened without the guard', async () => {
    const server = await aServer()
    const { port } = new URL(server.url)
    const transport: Transport = keep(undiciTransport({ lookup: finds('127.0.0.1') }))
    const url = `http://rebound.example:${port}/`
    await transport.send(aTransportRequest({ url }))
    await expect(transport.send(aTransportRequest({ url, publicHostsOnly: true }))).rejects.toMatchObject({
      cause: expect.any(PrivateHostError),
    })
  })

  it('connects to loopback if configured, but to no other private address', async () => {
    const server = await aServer()
    const { port } = new URL(server.url)
    const transport = keep(undiciTransport({ allowLoopback: true, lookup: finds('10.0.0.1', '127.0.0.1') }))
    for (const url of [server.url, `http://here.example:${port}/`]) {
      const reply = await transport.send(aTransportRequest({ url, publicHostsOnly: true }))
      expect(Buffer.from(reply.body).toString()).toBe('reached')
    }
    const sending = transport.send(aTransportRequest({ url: 'http://10.0.0.1/', publicHostsOnly: true }))
    await expect(sending).rejects.toMatchObject({ cause: expect.any(PrivateHostError) })
  })
})

const ask = (lookup: LookupFunction, all: boolean): Promise<unknown> =>
  new Promise((resolve) => {
    publicLookup({ allowLoopback: false, lookup })('a.example', { all }, (error, found) => {
      resolve(error ?? found)
    })
  })

describe('publicLookup', () => {
  it('omits private addresses', async () => {
    const lookup = finds('10.0.0.1', '1.1.1.1', '::1', '2606:4700::1111')
    expect(await ask(lookup, true)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    expect(await ask(lookup, false)).toBe('1.1.1.1')
  })

  it('fails if no address is left, or the name is unknown', async () => {
    expect(await ask(finds('10.0.0.1'), true)).toBeInstanceOf(PrivateHostError)
    expect(await ask(finds(), false)).toBeInstanceOf(PrivateHostError)
    const unknown = new Error('ENOTFOUND')
    expect(await ask((_host, _options, callback) => callback(unknown, ''), true)).toBe(unknown)
  })
})
