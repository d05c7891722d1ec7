import { AssertionError } from 'node:assert'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { aConnection } from '../builders/account.js'
import { anUpdate } from '../builders/content.js'
import { fakePlatform } from '../fake-platform/factory.js'
import { FakePlatform } from '../fake-platform/fake-platform.js'
import { hooks, LONGEST, only, outcomes } from './__fixtures__/outcomes.js'
import { sample } from './__fixtures__/sample-platform.js'
import { NEVER_ALONE, WRONG } from './__fixtures__/wrong-platforms.js'
import { wrong } from './__fixtures__/wrong.js'
import { PlatformChecks } from './platform-checks.js'

describe('the checks of platforms', () => {
  // Holds R-0524.
  it('all pass on a platform that keeps the contract', async () => {
    const results = await outcomes({})

    expect(only(results, 'failed')).toEqual(new Map())
    expect(only(results, 'skipped')).toEqual(
      new Map([
        ['starts a sign-in without an app if it needs none', 'skipped: It needs an app.'],
        ['refuses text-only posts without POST_TEXT', 'skipped: It lists POST_TEXT.'],
        ['sends the publish time', 'skipped: It does not list SCHEDULE.'],
      ]),
    )
  })

  // Holds R-0524.
  it.each(WRONG)('notice a platform that breaks "%s"', async (check, broken, says) => {
    // Skips the slowest check, which `npm run nightly` runs on each of these platforms.
    const failed = only(await outcomes(broken, (name) => name === check || name !== LONGEST), 'failed')

    expect(failed.get(check)).toContain(says)
    expect([...failed.keys()].filter((name) => name === check || !NEVER_ALONE.has(check))).toEqual([check])
  })

  it('each have a wrong platform here that they notice', async () => {
    const tried = new Set(WRONG.map(([check]) => check))

    const names = [...new PlatformChecks(hooks)].map(({ name }) => name)

    expect(names.filter((name) => !tried.has(name))).toEqual([])
  })

  it('fail with an assertion, like any test', async () => {
    const [, naming] = new PlatformChecks({ ...hooks, ...wrong({ name: 'Sample' }) })

    await expect(naming?.run()).rejects.toThrow(AssertionError)
  })

  it('pass on the fake platform', async () => {
    const results = await outcomes({
      makePlatform: () => new FakePlatform({ states: ['DONE'], accounts: [{ id: '42' }] }),
    })

    expect(only(results, 'failed')).toEqual(new Map())
  })

  it('pass on a platform that is declared read-only', async () => {
    const results = await outcomes({
      makePlatform: () => fakePlatform({ name: 'listening', features: [] }),
      readOnly: true,
    })

    expect(only(results, 'failed')).toEqual(new Map())
  })

  it('let a platform read one pushed update where it cannot read several', async () => {
    const one = anUpdate({ platform: 'sample' })
    const results = await outcomes(wrong({ readUpdates: undefined, readUpdate: () => one }))

    expect(only(results, 'failed')).toEqual(new Map())
  })

  it('let a platform have functions that are meant to be there', async () => {
    const named = await outcomes({ ...wrong({ async boards() {} }), alsoHas: ['boards'] })

    expect(only(named, 'failed')).toEqual(new Map())
  })
})

describe('a check without a required hook', () => {
  it('is skipped with the missing hook', async () => {
    const makePlatform = hooks.makePlatform
    const skips = [...new PlatformChecks({ makePlatform })].filter(({ skip }) => skip !== false)

    expect(skips.length).toBeGreaterThan(10)
    expect(skips.find(({ name }) => name.startsWith('has authHeaders'))?.skip).toBe(
      'Add makeConnection: aConnection, or a function that makes a connection of this network.',
    )
  })

  /** A platform that polls for updates, but never receives an update. */
  const quiet = { ...hooks, ...wrong({ fetchUpdates: async () => [] }) }
  const ownIds = [...new PlatformChecks(quiet)].find(({ name }) => name.startsWith('returns a separate id'))

  it('is skipped during the run if only the run shows that it cannot be made', async () => {
    const reasons: string[] = []
    await ownIds?.run({ skip: (reason: string) => reasons.push(reason) })

    expect(reasons).toEqual(['No poll gave an update. Give makeTransport a reply with two of them.'])
  })

  it('is skipped with its reason in the output of the runner, without a condition of the caller', async () => {
    const reasons: string[] = []
    for (const { skip, run } of new PlatformChecks({ makePlatform: hooks.makePlatform }))
      if (skip !== false) await run({ skip: (reason: string) => reasons.push(reason) })

    expect(reasons).toContain(
      'Add makeConnection: aConnection, or a function that makes a connection of this network.',
    )
  })

  it('fails where the runner cannot skip', async () => {
    await expect(ownIds?.run()).rejects.toThrow('Give makeTransport a reply')
  })

  it('is skipped with a reason if posts need options', async () => {
    const postOptions = v.strictObject({ boardId: v.string() })
    const results = await outcomes(wrong({ postOptions }))

    expect(results.get('counts texts in the unit of its limits')).toContain(
      'skipped: A post needs options: sample requires options.boardId.',
    )
    const withOptions = {
      ...wrong({ postOptions }),
      makePost: (text: string) => ({ text, options: { boardId: '1' } }),
    }
    expect(only(await outcomes(withOptions), 'failed')).toEqual(new Map())
  })
})

describe('a platform that cannot be made', () => {
  it('fails every check, with the reason', async () => {
    const results = await outcomes({
      makePlatform: () => {
        throw new Error('no database')
      },
    })

    expect([...results.values()].every((result) => result === 'failed: no database')).toBe(true)
  })
})

describe('in vitest, a platform without a transport', () => {
  // There is no hook `makeTransport`, so every reply is generated.
  for (const { name, skip, run } of new PlatformChecks({
    makePlatform: () => sample,
    makeConnection: aConnection,
  }))
    it.skipIf(skip)(`passes: ${name}`, async () => {
      await expect(run()).resolves.toBeUndefined()
    })
})
