import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { PrivateHostError } from '../sockets/transport-errors.js'
import { isLoopbackAddress, isPublicAddress } from './public-address.js'

/**
 * DNS resolver for sockets that returns only public addresses. It prevents DNS rebinding: a name that points to a private
 * address after it was checked.
 *
 * @param options - `allowLoopback` also allows loopback; `lookup` replaces the resolver of the system.
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

/** True if a request that allows only public hosts may open a socket to the address. */
export function mayConnect(address: string, options: { readonly allowLoopback: boolean }): boolean {
  return isPublicAddress(address) || (options.allowLoopback && isLoopbackAddress(address))
}
