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

/** Runs the guarded resolver. The system's resolver is replaced by one that returns `addresses`. */
function find(
  found: readonly string[] | Error | string,
  options: { readonly all?: boolean; readonly allowLoopback?: boolean } = {},
): Found {
  const requestedAll: unknown[] = []
  const lookup: LookupFunction = (_hostname, lookupOptions, callback) => {
    requestedAll.push(lookupOptions.all)
    if (found instanceof Error) callback(found, '')
    else if (typeof found === 'string') callback(null, found)
    else callback(null, found.map(address))
  }
  const { all = true, allowLoopback = false } = options
  let result: Found | null = null
  publicLookup({ allowLoopback, lookup })('name.example', { all }, (error, addresses, family) => {
    result = { error, addresses, family }
  })
  expect(requestedAll).toEqual([true])
  if (result === null) throw new Error('The resolver never responded.')
  return result
}

describe('publicLookup', () => {
  it('returns all public addresses and omits private ones', () => {
    const { error, addresses } = find(['10.0.0.1', '93.184.215.14', '::1', '2606:2800:21f::1'])
    expect(error).toBeNull()
    expect(addresses).toEqual([address('93.184.215.14'), address('2606:2800:21f::1')])
  })

  it('returns the first public address to a socket that requests one', () => {
    const { addresses, family } = find(['192.168.0.1', '2606:2800:21f::1'], { all: false })
    expect([addresses, family]).toEqual(['2606:2800:21f::1', 6])
  })

  it.each([[[]], [['127.0.0.1', '169.254.169.254']], [['::ffff:10.0.0.1']]])('refuses %j', (found) => {
    const { error } = find(found)
    expect(error).toBeInstanceOf(PrivateHostError)
    expect(error?.message).toContain('name.example')
  })

  it('accepts the single address of an older resolver', () => {
    expect(find('93.184.215.14').addresses).toEqual([address('93.184.215.14')])
    expect(find('10.0.0.1').error).toBeInstanceOf(PrivateHostError)
  })

  it('passes a failure to the caller', () => {
    const failure = new Error('ENOTFOUND')
    expect(find(failure).error).toBe(failure)
  })

  it('allows loopback if configured, but no other private address', () => {
    const { addresses } = find(['127.0.0.1', '10.0.0.1'], { allowLoopback: true })
    expect(addresses).toEqual([address('127.0.0.1')])
    expect(mayConnect('::1', { allowLoopback: true })).toBe(true)
    expect(mayConnect('::1', { allowLoopback: false })).toBe(false)
    expect(mayConnect('192.168.1.1', { allowLoopback: true })).toBe(false)
  })
})
