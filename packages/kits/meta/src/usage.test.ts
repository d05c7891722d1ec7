import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { regainSeconds, usageRateLimit, worstPercent } from './usage.js'

const FEED = new URL('https://graph.facebook.com/v26.0/100/feed')
const NOW = new Date('2026-11-22T12:00:00Z')
const appUsage = (percent: number) => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_time: 3, total_cputime: 2 }),
})
const cases = (...list: readonly object[]) => ({
  'x-business-use-case-usage': JSON.stringify({ '100': list }),
})

const readAll = (text: string) =>
  usageRateLimit(
    { 'x-app-usage': text, 'x-business-use-case-usage': text.slice(0, 16_000) },
    { now: NOW, useCase: 'pages' },
  )

describe('usageRateLimit', () => {
  it('is the remaining part of one hundred percent', () => {
    expect(usageRateLimit(appUsage(28), { now: NOW, useCase: 'pages' })).toEqual({
      limit: 100,
      remaining: 72,
      resetsAt: null,
    })
    expect(usageRateLimit({ 'x-page-usage': '{"call_count":40.5}' }, { now: NOW, useCase: 'pages' })).toEqual(
      {
        limit: 100,
        remaining: 59,
        resetsAt: null,
      },
    )
  })

  it("is used up until the network's estimate ends, which is in minutes", () => {
    const headers = cases({ type: 'pages', call_count: 100, estimated_time_to_regain_access: 19 })
    expect(usageRateLimit(headers, { now: NOW, useCase: 'pages' })).toEqual({
      limit: 100,
      remaining: 0,
      resetsAt: new Date('2026-11-22T12:19:00Z'),
    })
  })

  it('is used up below a hundred percent if the network sends an estimate', () => {
    const headers = cases({ type: 'pages', call_count: 60, estimated_time_to_regain_access: 1 })
    expect(usageRateLimit(headers, { now: NOW, useCase: 'pages' })).toMatchObject({
      remaining: 0,
      resetsAt: new Date('2026-11-22T12:01:00Z'),
    })
  })

  it('counts its own use case, and the highest of several accounts', () => {
    const headers = cases(
      { type: 'messenger', call_count: 100, estimated_time_to_regain_access: 5 },
      { type: 'pages', call_count: 10, total_cputime: 60 },
    )
    expect(usageRateLimit(headers, { now: NOW, useCase: 'pages' })?.remaining).toBe(40)
    expect(usageRateLimit(headers, { now: NOW, useCase: 'messenger' })?.remaining).toBe(0)
    expect(usageRateLimit(headers, { now: NOW, useCase: 'instagram' })).toBeNull()
    expect([worstPercent(headers), regainSeconds(headers, FEED)]).toEqual([100, 300])
  })

  it('ignores missing and unreadable figures', () => {
    for (const headers of [
      {},
      { 'x-app-usage': 'nonsense' },
      { 'x-app-usage': '[]' },
      { 'x-business-use-case-usage': '{"1":"x"}' },
      { 'x-business-use-case-usage': `{"1":${'['.repeat(200)}${']'.repeat(200)}}` },
    ])
      expect(usageRateLimit(headers, { now: NOW, useCase: 'pages' })).toBeNull()
    expect(worstPercent({})).toBeNull()
    expect(regainSeconds({}, FEED)).toBeNull()
  })

  it.each([
    ['digits', (letters: number) => `{"call_count":${'1'.repeat(letters)}}`],
    ['brackets', (letters: number) => `{"1":${'['.repeat(letters)}`],
    ['accounts', (letters: number) => `{${'"1":[{}],'.repeat(letters / 9)}"2":[]}`],
  ])('is read in linear time, with many %s', (_what, make) => {
    expect(growthOf(readAll, make)).toBeLessThan(MAX_GROWTH)
  })
})
