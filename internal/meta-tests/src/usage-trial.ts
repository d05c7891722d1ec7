import { RateLimitError, type RateLimitState } from '@social/core'
import type { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Emulated network of Meta. The tests set the API usage that the network reports for its accounts. */
interface Measured extends AsyncDisposable {
  readonly clock: FakeClock
  readonly people: {
    setUsage(usage: {
      readonly appPercent?: number
      readonly accountPercent?: number
      readonly regainMinutes?: number
    }): unknown
  }
  signIn(account?: string): Promise<{
    readonly rateLimit: RateLimitState | null
    profile(): Promise<{ readonly name: string }>
    limits(): Promise<unknown>
  }>
  forget(): void
  requests(): readonly unknown[]
}

/** Defines tests that the library obeys Meta's usage headers for each account separately. */
export function heedsUsage(open: () => Promise<Measured>): void {
  describe('the usage headers of Meta', () => {
    it('are the rate limit of the account, in percent', async () => {
      await using at = await open()
      const ada = await at.signIn()
      at.people.setUsage({ appPercent: 20, accountPercent: 60 })
      await ada.profile()
      expect(ada.rateLimit).toEqual({ limit: 100, remaining: 40, resetsAt: null })
    })

    it('stop every further call before its request, until the time in the headers', async () => {
      await using at = await open()
      const ada = await at.signIn()
      at.people.setUsage({ appPercent: 10, accountPercent: 100, regainMinutes: 19 })
      await expect(ada.profile()).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 1140 })
      at.people.setUsage({})
      at.forget()
      await expect(ada.profile()).rejects.toThrow(RateLimitError)
      await expect(ada.limits()).rejects.toThrow(RateLimitError)
      expect(at.requests()).toEqual([])
      await at.clock.advance(1141)
      await expect(ada.profile()).resolves.toMatchObject({ name: 'adascakes' })
    })

    it('count for each account separately', async () => {
      await using at = await open()
      const [ada, bo] = [await at.signIn(), await at.signIn('bo')]
      at.people.setUsage({ accountPercent: 100, regainMinutes: 19 })
      await expect(ada.profile()).rejects.toThrow(RateLimitError)
      at.people.setUsage({})
      await expect(bo.profile()).resolves.toMatchObject({ name: 'bo' })
    })
  })
}
