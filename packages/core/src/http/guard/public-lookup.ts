import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { PrivateHostError } from '../sockets/transport-errors.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/**
 * A look-up for sockets that only gives public addresses, so that a name cannot be pointed at a private one after it was
 * checked (DNS rebinding).
 *
 * @param options - `allowLoopback` lets loopback pass too; `lookup` looks names up instead of the system's.
 */
export function publicLookup(options: {
  readonly allowLoopback: boolean
  readonly lookup?: LookupFunction | undefined
}): LookupFunction {
  const look: LookupFunction = options.lookup ?? lookup
  const mayPass = (address: string): boolean => mayConnect(address, options)
  return (hostname, lookupOptions, callback) => {
    look(hostname, { ...lookupOptions, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '')
        return
      }
      const addresses = (typeof found === 'string' ? [{ address: found, family: 4 }] : found).filter(
        ({ address }) => mayPass(address),
      )
      const [first] = addresses
      if (first === undefined) callback(new PrivateHostError(`${hostname} is not a public host.`), '')
      else answer(addresses, first)
    })

    function answer(addresses: LookupAddress[], first: LookupAddress): void {
      if (lookupOptions.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    }
  }
}

/** True when a socket to that address may be opened for a request to public hosts only. */
export function mayConnect(address: string, options: { readonly allowLoopback: boolean }): boolean {
  return isPublicAddress(address) || (options.allowLoopback && isLoopbackAddress(address))
}
