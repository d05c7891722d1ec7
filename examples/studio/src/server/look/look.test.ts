import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { signInAnywhere } from '../../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { Visitor } from '../../check/visitor.js'
import type { LookInfo } from '../../shared/look.js'

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

describe('what the charts show', () => {
  it('counts posts and updates by account, and follows budgets, renewals and the way to the page', async () => {
    const accountId = await signInAnywhere(visitor, 'x')
    await visitor.publish({ accountId, text: 'One' })
    await visitor.ask('POST', '/api/trouble', { network: 'x', trouble: 'noTokens', isOn: true })
    await visitor.ask('POST', '/api/trouble', { network: 'x', trouble: 'noTokens', isOn: false })
    await visitor.publish({ accountId, text: 'Two' })
    await visitor.ask('POST', '/api/look/delays', { accountId, millis: 12 })

    const look = await visitor.ask<LookInfo>('GET', '/api/look?range=hour')

    expect(look.posts.map(({ subject, values }) => [subject, sum(values)])).toEqual([[accountId, 2]])
    expect(look.moments).toHaveLength(60)
    const credits = look.budgets.find(({ network }) => network === 'x')
    expect(credits?.values.at(-1)).toBeGreaterThan(0)
    expect(credits?.values.at(0)).toBeNull()
    expect(look.renewals.map((renewal) => renewal.accountId)).toEqual([accountId])
    expect(look.delays.map(({ value }) => value)).toEqual([12])
  })
})
