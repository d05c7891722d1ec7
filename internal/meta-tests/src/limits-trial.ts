import type { Call, Connection, Limits } from '@social/core/platform'
import type { UsageReader } from '@social/meta-kit'
import { aCall, type CallPlatform } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/**
 * Network of Meta that limits the posts per day, with its query for the number of remaining posts.
 */
interface Counting {
  readonly platform: CallPlatform & { limits(call: Call): Promise<Limits> }
  readonly connection: Connection
  /** Path of the query, including the API version: `/v1.0/1/threads_publishing_limit`. */
  readonly path: string
  /** Fields that the query requests. */
  readonly fields: string
  /** Expected limits that are the same for every account. */
  readonly limits: Partial<Limits>
}

/**
 * Defines tests for the query of the remaining posts. The library uses the response only if it
 * contains both the limit and the usage.
 */
export function countsTheDay({ platform, connection, path, fields, limits }: Counting): void {
  const ask = async (reply: object) => {
    const call = aCall({ platform, connection, replies: { [`GET ${path}`]: reply } })
    return { call, limits: await platform.limits(call) }
  }

  describe('the limits of an account', () => {
    it('are the same for all accounts, except for the remaining posts of the day', async () => {
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
    ])('with the response %j leave %j posts', async (reply, postsLeftToday) => {
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

/** Network with one rate limit per account that counts all requests. */
interface Together {
  readonly platform: { readonly http?: object }
  readonly limiting: {
    readonly rateLimitKey: () => string
    readonly readRateLimit: UsageReader
  }
  /** Name of the rate limit in the network's usage headers. */
  readonly useCase: string
}

/**
 * Defines tests that all requests of an account count towards one limit, which the usage headers
 * report.
 */
export function countsTogether({ platform, limiting, useCase }: Together): void {
  it('counts all requests of an account towards one limit, and reads its usage', () => {
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
