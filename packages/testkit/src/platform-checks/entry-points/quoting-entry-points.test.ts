import { Feature, NotFoundError, type Platform } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { aConnection } from '../../builders/account.js'
import { sample, sampleTransport } from '../__fixtures__/sample-platform.js'
import { PlatformChecks } from '../platform-checks.js'
import { ARGUMENTS, isSigningIn } from './entry-points.js'

/** All methods except `resumeLogin`. */
const METHODS = [...Object.keys(ARGUMENTS), 'publish', 'reconcile'].filter(
  (method) => method !== 'resumeLogin',
)

interface AnyCall {
  readonly connection?: { readonly token: { readonly accessToken: string } }
  warn(message: string): void
}

/** Returns the sample platform with one defective method, which publishes a secret in a warning. */
function tellingIn(method: string): Platform {
  const telling = async (...given: readonly unknown[]): Promise<never> => {
    const call = given.at(-1) as AnyCall // safe cast: the last argument of every method is its call
    call.warn(
      isSigningIn(method) ? 'made-up-client_secret-0-0123456789' : (call.connection?.token.accessToken ?? ''),
    )
    throw new NotFoundError('There is nothing.', { platform: 'sample' })
  }
  const features = new Set(Object.values(Feature).filter((flag) => flag !== 'NEEDS_NO_APP'))
  return { ...sample, features, [method]: telling }
}

describe('a network that quotes', () => {
  it.each(METHODS)('is detected at the entry point %s', async (method) => {
    const checks = new PlatformChecks({
      makePlatform: () => tellingIn(method),
      makeConnection: aConnection,
      makeTransport: sampleTransport,
    })
    const quoting = [...checks].find(({ name }) => name === 'reveals no secret that a network quotes')

    await expect(quoting?.run()).rejects.toThrow(/An event of .* reveals/)
  })
})
