import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { describe, expect, it } from 'vitest'

import { PrivateHostError } from '../sockets/transport-errors.js'
import { mayConnect, publicLookup } from './public-lookup.js'

const address = (one: string): LookupAddress => ({ address: one, family: one.includes(':') ? 6 : 4 })

interface Found {
  readonly error: Error | null
  readonly addresses: unknown
  readonly family: unknown
}

/** Looks a name up that leads to these addresses; a socket asks for all of them or for one. */
function find(
  found: readonly string[] | Error | string,
  options: { readonly all?: boolean; readonly allowLoopback?: boolean } = {},
): Found {
  const asked: unknown[] = []
  const lookup: LookupFunction = (_hostname, lookupOptions, callback) => {
    asked.push(lookupOptions.all)
    if (found instanceof Error) callback(found, '')
    else if (typeof found === 'string') callback(null, found)
    else callback(null, found.map(address))
  }
  const { all = true, allowLoopback = false } = options
  let result: Found | null = null
  publicLookup({ allowLoopback, lookup })('name.example', { all }, (error, addresses, family) => {
    result = { error, addresses, family }
  })
  expect(asked).toEqual([true])
  if (result === null) throw new Error('The look-up never answered.')
  return result
}

describe('a look-up for public hosts only', () => {
  it('gives every public address, and leaves the private ones out', () => {
    const { error, addresses } = find(['10.0.0.1', '93.184.215.14', '::1', '2606:2800:21f::1'])
    expect(error).toBeNull()
    expect(addresses).toEqual([address('93.184.215.14'), address('2606:2800:21f::1')])
  })

  it('gives the first public one to a socket that wants one', () => {
    const { addresses, family } = find(['192.168.0.1', '2606:2800:21f::1'], { all: false })
    expect([addresses, family]).toEqual(['2606:2800:21f::1', 6])
  })

  it.each([[[]], [['127.0.0.1', '169.254.169.254']], [['::ffff:10.0.0.1']]])('refuses %j', (found) => {
    const { error } = find(found)
    expect(error).toBeInstanceOf(PrivateHostError)
    expect(error?.message).toContain('name.example')
  })

  it('takes the single address of an old-fashioned look-up', () => {
    expect(find('93.184.215.14').addresses).toEqual([address('93.184.215.14')])
    expect(find('10.0.0.1').error).toBeInstanceOf(PrivateHostError)
  })

  it('passes a failure on', () => {
    const failure = new Error('ENOTFOUND')
    expect(find(failure).error).toBe(failure)
  })

  it('lets loopback pass where that is allowed, and nothing else', () => {
    const { addresses } = find(['127.0.0.1', '10.0.0.1'], { allowLoopback: true })
    expect(addresses).toEqual([address('127.0.0.1')])
    expect(mayConnect('::1', { allowLoopback: true })).toBe(true)
    expect(mayConnect('::1', { allowLoopback: false })).toBe(false)
    expect(mayConnect('192.168.1.1', { allowLoopback: true })).toBe(false)
  })
})
