import { signsInByCode } from '@social-internal/meta-tests/keeping-trial'
import { AuthError, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const DAY = 86_400
const REFRESH = 'GET /refresh_access_token'

describe('signing in', () => {
  // Holds R-0107, R-0131.
  it('takes three requests', async () => {
    await using at = await usingEmulator()
    const step = await at.finishLogin()
    if (step.step !== 'FINISHED') throw new Error(step.step)
    const { connection } = step

    expect(at.counts()).toMatchObject({
      'POST /oauth/access_token': 1,
      'GET /access_token': 1,
      'GET /:version/me': 1,
    })
    expect(connection.id).toBe(`threads:${connection.accountId}`)
    expect(connection).toMatchObject({
      accountName: 'adascakes',
      avatarUrl: 'https://scontent.example/adascakes.jpg',
      extra: {
        threadsId: connection.accountId,
        username: 'adascakes',
        profileUrl: 'https://www.threads.com/@adascakes',
      },
    })
    const left = (connection.token.expiresAt?.getTime() ?? 0) - at.clock.now().getTime()
    expect(left / 1000 / DAY).toBeGreaterThan(59)
    expect(connection.token.refreshToken).toBeNull()
  })

  // Holds R-0347.
  it('requests the default scopes, without those for replies to other users', async () => {
    await using at = await usingEmulator()
    const start = await at.client.startLogin('threads', { redirectUri: at.redirectUri })
    if (start.step !== 'SEND_TO_NETWORK') throw new Error(start.step)
    expect(new URL(start.url).searchParams.get('scope')?.split(',')).toEqual([
      'threads_basic',
      'threads_content_publish',
      'threads_read_replies',
      'threads_manage_replies',
      'threads_manage_insights',
      'threads_delete',
    ])
  })
})

describe('a token of Threads', () => {
  it.each([463, 460, 467])('that expired early with %i is reported, and not exchanged', async (subcode) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.endTokens({ person: 'adascakes', subcode })
    const asking = account.profile()
    await expect(asking).rejects.toThrow(subcode === 463 ? TokenExpiredError : AuthError)
    expect(at.counts()[REFRESH] ?? 0).toBe(0)
  })

  it('younger than a day is not exchanged, even on request: nothing is sent', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const renew = async () => {
      const reported = []
      for await (const one of at.client.renewDue([id], { withinSeconds: 90 * DAY })) reported.push(one)
      return reported
    }
    expect(await renew()).toMatchObject([
      { outcome: 'UNREACHABLE', error: { code: 'RATE_LIMIT', retryAfter: DAY } },
    ])
    expect(at.requests()).toEqual([])
    await at.clock.advance(DAY)
    expect(await renew()).toMatchObject([{ outcome: 'RENEWED' }])
  })
})

signsInByCode('threads', usingEmulator, 'Threads App ID')
