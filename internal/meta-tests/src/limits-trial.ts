import type { Call, Connection, Limits } from '@social/core/platform'
import type { UsageReader } from '@social/meta-kit'
import { aCall, type CallPlatform } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** A network of Meta that counts the posts of a day, and how it tells what is left. */
interface Counting {
  readonly platform: CallPlatform & { limits(call: Call): Promise<Limits> }
  readonly connection: Connection
  /** The list that tells, with the API's version: `/v1.0/1/threads_publishing_limit`. */
  readonly path: string
  /** What it is asked for. */
  readonly fields: string
  /** The limits that are the same for every account. */
  readonly limits: Partial<Limits>
}

/** What is left of the day is asked of the network, and believed only where it says both figures. */
export function countsTheDay({ platform, connection, path, fields, limits }: Counting): void {
  const ask = async (reply: object) => {
    const call = aCall({ platform, connection, replies: { [`GET ${path}`]: reply } })
    return { call, limits: await platform.limits(call) }
  }

  describe('the limits of an account', () => {
    it('are the same for all, but for what is left of the day', async () => {
      const asked = await ask({ data: [{ config: { quota_total: 250 }, quota_usage: 7 }] })
      expect(asked.limits).toMatchObject({ ...limits, postsLeftToday: 243 })
      expect(asked.call.transport.requests.map(({ query }) => query)).toEqual([{ fields }])
    })

    it.each([
      [{ data: [{ config: { quota_total: 250 }, quota_usage: 300 }] }, 0],
      [{ data: [{ config: { quota_total: 250 } }] }, null],
      [{ data: [{ quota_usage: 7 }] }, null],
      [{ data: [{ config: { quota_total: -1 }, quota_usage: 7 }] }, null],
      [{ data: [] }, null],
      [{}, null],
    ])('of the answer %j are %j posts', async (reply, postsLeftToday) => {
      expect((await ask(reply)).limits).toMatchObject({ postsLeftToday })
    })
  })
}

const figures = (type: string, count: number) => ({
  type,
  call_count: count,
  total_cputime: 5,
  total_time: 5,
})

/** A network whose accounts are each counted together. */
interface Together {
  readonly platform: { readonly http?: object }
  readonly limiting: {
    readonly rateLimitKey: () => string
    readonly readRateLimit: UsageReader
  }
  /** The name under which the network counts. */
  readonly useCase: string
}

/** Everything that an account does is counted together, by what the usage headers tell of that use case. */
export function countsTogether({ platform, limiting, useCase }: Together): void {
  it('counts everything that an account does together, and reads how much of it is used up', () => {
    const { rateLimitKey, readRateLimit } = limiting
    expect(rateLimitKey()).toBe(useCase)
    expect(platform.http).toMatchObject({ rateLimitKey, readRateLimit })
    const usage = { '1': [figures(useCase, 70)], '2': [figures('another', 90)] }
    const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
    const request = { method: 'GET', url: 'https://graph.example/', headers: {}, body: null } as const
    const now = new Date('2026-11-22T12:00:00Z')
    expect(readRateLimit({ status: 200, headers }, { now, request, accountId: '1' })).toEqual({
      limit: 100,
      remaining: 30,
      resetsAt: null,
    })
  })
}
