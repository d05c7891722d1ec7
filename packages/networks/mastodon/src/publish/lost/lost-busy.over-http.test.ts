import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

/** Rate limit that is higher than any real server's limit for posts. */
const ANY_NUMBER = { requests: 100_000, seconds: 60 }
const LATER = 260

describe('a lost post of an account with many posts', () => {
  it('is found among many newer posts, on a server that returns 500 to its repeat', async () => {
    const rateLimits = { posts: ANY_NUMBER, perToken: ANY_NUMBER, perAccount: ANY_NUMBER }
    await using at = await usingEmulator({ server: { version: '4.6.5', rateLimits } })
    const account = await at.signIn()
    // The server creates the post, but its response is lost. The first searches then fail with 503.
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })
    const away = at.faults.add({
      method: 'GET',
      path: '/api/v1/accounts/*',
      fault: 'status',
      status: 503,
      count: 'all',
    })
    await expect(account.post({ text: 'first' }, { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    away.remove()
    for (let one = 0; one < LATER; one += 1) await account.post({ text: `later ${one}` })
    await at.clock.advance(61)

    const [first] = at.effects()
    expect(await account.post({ text: 'first' }, { idempotencyKey: 'k' })).toMatchObject({ id: first?.id })
    expect(at.effects()).toHaveLength(LATER + 1)
  })
})
