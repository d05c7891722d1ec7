import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { signInAnywhere } from '../../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { Visitor } from '../../check/visitor.js'
import type { StatisticsInfo } from '../../shared/statistics.js'

const noPage = mkdtempSync(join(tmpdir(), 'no-page-'))
let studio: ThrowawayStudio
let visitor: Visitor

beforeEach(async () => {
  studio = await ThrowawayStudio.start(noPage)
  visitor = new Visitor(studio.url)
})

afterEach(async () => {
  await studio.remove()
  rmSync(noPage, { recursive: true, force: true })
})

const sum = (values: readonly (number | null)[] = []): number =>
  values.reduce<number>((all, one) => all + (one ?? 0), 0)

describe('the data of the charts', () => {
  it('counts posts and updates by account, with budgets, renewals and delays', async () => {
    const accountId = await signInAnywhere(visitor, 'x')
    await visitor.publish({ accountId, text: 'One' })
    await visitor.ask('POST', '/api/trouble', { network: 'x', trouble: 'noTokens', isOn: true })
    await visitor.ask('POST', '/api/trouble', { network: 'x', trouble: 'noTokens', isOn: false })
    await visitor.publish({ accountId, text: 'Two' })
    await visitor.ask('POST', '/api/statistics/delays', { accountId, millis: 12 })

    const statistics = await visitor.ask<StatisticsInfo>('GET', '/api/statistics?range=hour')

    expect(statistics.posts.map(({ subject, values }) => [subject, sum(values)])).toEqual([[accountId, 2]])
    expect(statistics.moments).toHaveLength(60)
    const credits = statistics.budgets.find(({ network }) => network === 'x')
    expect(credits?.values.at(-1)).toBeGreaterThan(0)
    expect(credits?.values.at(0)).toBeNull()
    expect(statistics.renewals.map((renewal) => renewal.accountId)).toEqual([accountId])
    expect(statistics.delays.map(({ value }) => value)).toEqual([12])
  })
})
