import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { PrivateHostError } from '../sockets/transport-errors.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/**
 * Creates a DNS resolver for sockets that returns only public addresses. The resolver prevents DNS
 * rebinding, in which a host name is pointed to a private address after it passed the check.
 *
 * @param options - `allowLoopback` also allows loopback addresses. `lookup` replaces the system's
 * resolver.
 */
export function publicLookup(options: {
  readonly allowLoopback: boolean
  readonly lookup?: LookupFunction | undefined
}): LookupFunction {
  const resolve: LookupFunction = options.lookup ?? lookup
  const isAllowed = (address: string): boolean => mayConnect(address, options)
  return (hostname, lookupOptions, callback) => {
    resolve(hostname, { ...lookupOptions, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '')
        return
      }
      const addresses = (typeof found === 'string' ? [{ address: found, family: 4 }] : found).filter(
        ({ address }) => isAllowed(address),
      )
      const [first] = addresses
      if (first === undefined) callback(new PrivateHostError(`${hostname} is not a public host.`), '')
      else respond(addresses, first)
    })

    function respond(addresses: LookupAddress[], first: LookupAddress): void {
      if (lookupOptions.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    }
  }
}

/** Returns true if a request to public hosts only is allowed to connect to this address. */
export function mayConnect(address: string, options: { readonly allowLoopback: boolean }): boolean {
  return isPublicAddress(address) || (options.allowLoopback && isLoopbackAddress(address))
}
