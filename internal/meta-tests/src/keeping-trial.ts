import { AuthError, ConfigError, type SocialClient, TokenExpiredError } from '@social/core'
import { describe, expect, it } from 'vitest'

import type { onGraph } from './on-graph.js'

type Graph = Pick<
  Awaited<ReturnType<typeof onGraph>>,
  'clock' | 'storage' | 'redirectUri' | 'counts' | 'approved'
>

/**
 * Emulated network of Meta with authorization-code sign-in, and functions that create clients for
 * the network.
 */
interface ByCode extends Graph, AsyncDisposable {
  readonly client: Pick<SocialClient, 'startLogin' | 'finishLogin' | 'renewDue'>
  readonly people: { approve(answer: { url: string; account: string }): { readonly location: string | null } }
  signIn(): Promise<{
    readonly id: string
    profile(): Promise<unknown>
    connection(): Promise<{ readonly token: { readonly expiresAt: Date | null } }>
  }>
}

const DAY = 86_400
const REFRESH = 'GET /refresh_access_token'

/**
 * Defines tests for the authorization-code sign-in and the renewal of the sixty-day token.
 * Instagram and Threads use both.
 */
export function signsInByCode(platform: string, open: () => Promise<ByCode>, app: string): void {
  describe('a sign-in with a code', () => {
    it('requires app credentials of this network', async () => {
      await using at = await open()
      at.storage.getApp = async () => null
      const start = at.client.startLogin(platform, { redirectUri: at.redirectUri })
      await expect(start).rejects.toThrow(ConfigError)
      await expect(start).rejects.toThrow(app)
    })

    it('removes the fragment that the network appends to the code, and refuses another state', async () => {
      await using at = await open()
      const approve = (url: string) => at.people.approve({ url, account: 'bo' })
      const { finish } = await at.approved(at.client, approve)
      const { code = '', state = '' } = finish.callback
      const finishing = (callback: Readonly<Record<string, string>>) =>
        at.client.finishLogin(platform, { ...finish, callback })
      await expect(finishing({ code, state: 'another' })).rejects.toThrow(AuthError)
      await expect(finishing({ error: 'access_denied', state })).rejects.toThrow(AuthError)
      await expect(finishing({ code: `${code}#_`, state })).resolves.toMatchObject({ step: 'FINISHED' })
      const again = finishing({ code, state })
      await expect(again).rejects.toThrow(AuthError)
      await expect(again).rejects.toThrow(app)
    })
  })

  describe('keeping an account signed in', () => {
    it('sends no renewal while more than thirty days are left, and renews after that', async () => {
      await using at = await open()
      const account = await at.signIn()
      await at.clock.advance(29 * DAY)
      await account.profile()
      expect(at.counts()[REFRESH] ?? 0).toBe(0)
      await at.clock.advance(2 * DAY)
      await account.profile()
      expect(at.counts()[REFRESH]).toBe(1)
      const { token } = await account.connection()
      expect(((token.expiresAt?.getTime() ?? 0) - at.clock.now().getTime()) / 1000 / DAY).toBeGreaterThan(59)
    })

    it('renewDue renews an account that is not used', async () => {
      await using at = await open()
      const { id } = await at.signIn()
      await at.clock.advance(40 * DAY)
      const outcomes = []
      for await (const { outcome } of at.client.renewDue([id])) outcomes.push(outcome)
      expect(outcomes).toEqual(['RENEWED'])
    })

    it('an expired token cannot be renewed', async () => {
      await using at = await open()
      const account = await at.signIn()
      await at.clock.advance(61 * DAY)
      await expect(account.profile()).rejects.toThrow(TokenExpiredError)
    })
  })
}
