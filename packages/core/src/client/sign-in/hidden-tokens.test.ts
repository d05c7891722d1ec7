import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { PlatformError, rawOf } from '../../platform.js'
import { aClient, aConnection } from '../__fixtures__/sample.js'

const textOf = (error: unknown): string => {
  const raw = error instanceof PlatformError ? JSON.stringify(error.raw) : ''
  return `${inspect(error, { depth: 9, showHidden: true })} ${raw}`
}

describe('an error about an unusable response', () => {
  it.each([
    ['the token', aConnection(), 'first-access'],
    ['the token of a renewal within the call', aConnection('1', new Date(0)), 'second-access'],
  ])('does not contain %s', async (_what, connection, secret) => {
    const answer = { body: { id: '7', access: 'second-access', you: `Bearer ${secret}` } }
    const { account } = await aClient(() => answer, { connection })

    const failing = account.run(async ({ http }) => {
      const { raw } = await http.request('GET', '/things', null)
      throw new PlatformError(`sample said nothing of use: ${JSON.stringify(raw)}`, {
        platform: 'sample',
        raw: rawOf(raw),
      })
    })

    await expect(failing).rejects.toThrow('[hidden]')
    expect(textOf(await failing.catch((error: unknown) => error))).not.toContain(secret)
  })
})
