import { describe, expect, it } from 'vitest'

import { AuthError, ConfigError, NetworkError, TokenExpiredError } from '../errors/index.js'
import { aKeeper, ID } from './__fixtures__/a-keeper.js'
import { readRenewDueOptions, renewDue, type RenewalOutcome, type SweepKeeper } from './renew-due.js'

async function all(outcomes: AsyncIterable<RenewalOutcome>): Promise<RenewalOutcome[]> {
  const list: RenewalOutcome[] = []
  for await (const outcome of outcomes) list.push(outcome)
  return list
}

describe('renewing due tokens', () => {
  it('renews tokens that expire within the given time, and no others', async () => {
    const { keeper, network } = await aKeeper({ secondsLeft: 3_000 })

    expect(await all(renewDue(keeper, [ID], { withinSeconds: 2_999 }))).toEqual([
      { connectionId: ID, outcome: 'NOT_DUE', error: null },
    ])
    expect(await all(renewDue(keeper, [ID], { withinSeconds: 3_000 }))).toEqual([
      { connectionId: ID, outcome: 'RENEWED', error: null },
    ])
    expect(network.requests).toHaveLength(1)
  })

  it('uses the margin of the platform by default', async () => {
    const { keeper } = await aKeeper({ secondsLeft: 60 })

    expect(await all(renewDue(keeper, [ID]))).toMatchObject([{ outcome: 'RENEWED' }])
  })

  it('distinguishes required sign-ins from temporary failures, and continues', async () => {
    const errors: Record<string, unknown> = {
      'x:1': new TokenExpiredError('over'),
      'x:2': new AuthError('refused'),
      'x:3': new NetworkError('cut'),
    }
    const { connection } = await aKeeper()
    const keeper: SweepKeeper = {
      renewIfDue: async (id) => {
        if (errors[id] !== undefined) throw errors[id]
        return { connection, renewed: true }
      },
    }
    const outcomes = await all(renewDue(keeper, ['x:1', 'x:2', 'x:3', 'x:4'], { concurrency: 1 }))

    expect(outcomes).toEqual([
      { connectionId: 'x:1', outcome: 'SIGN_IN_AGAIN', error: errors['x:1'] },
      { connectionId: 'x:2', outcome: 'SIGN_IN_AGAIN', error: errors['x:2'] },
      { connectionId: 'x:3', outcome: 'UNREACHABLE', error: errors['x:3'] },
      { connectionId: 'x:4', outcome: 'RENEWED', error: null },
    ])
  })

  it('names an id that is not stored, and continues', async () => {
    const { keeper } = await aKeeper()
    const outcomes = await all(renewDue(keeper, ['x:nobody', ID], { concurrency: 1 }))

    expect(outcomes).toMatchObject([{ outcome: 'UNREACHABLE' }, { outcome: 'RENEWED' }])
    expect(String(outcomes[0]?.error)).toContain('x:nobody')
  })

  it('never exceeds its concurrency, and reads the ids one by one', async () => {
    let underWay = 0
    let most = 0
    let read = 0
    const { connection } = await aKeeper()
    const keeper: SweepKeeper = {
      renewIfDue: async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise((resolve) => setImmediate(resolve))
        underWay -= 1
        return { connection, renewed: false }
      },
    }
    async function* ids(): AsyncGenerator<string> {
      for (let id = 0; id < 50; id += 1) {
        read += 1
        yield `x:${id}`
      }
    }
    const seen: number[] = []
    for await (const { connectionId } of renewDue(keeper, ids(), { concurrency: 3 }))
      seen.push(read - Number(connectionId.slice(2)))

    expect(most).toBe(3)
    expect(seen).toHaveLength(50)
    expect(Math.max(...seen)).toBeLessThanOrEqual(4)
  })

  it('passes its signal and its time to each renewal', async () => {
    const { connection } = await aKeeper()
    const given: unknown[] = []
    const keeper: SweepKeeper = {
      renewIfDue: async (_id, options) => {
        given.push(options)
        return { connection, renewed: false }
      },
    }
    const { signal } = new AbortController()
    await all(renewDue(keeper, [ID], { withinSeconds: 60, signal }))
    expect(given).toEqual([{ withinSeconds: 60, signal }])
  })

  it('rejects with the reason when it is aborted', async () => {
    const { keeper } = await aKeeper()
    const controller = new AbortController()
    const outcomes: string[] = []
    const sweep = async (): Promise<void> => {
      for await (const { outcome } of renewDue(keeper, [ID, 'x:2', 'x:3'], {
        concurrency: 1,
        signal: controller.signal,
      })) {
        outcomes.push(outcome)
        controller.abort(new Error('enough'))
      }
    }

    await expect(sweep()).rejects.toThrow('enough')
    expect(outcomes).toEqual(['RENEWED'])
  })
})

describe('the options of a sweep', () => {
  const signal = new AbortController().signal

  it.each([
    [['sample:1'], {}],
    [new Set(['sample:1']), { withinSeconds: 0, concurrency: 1, signal }],
    [(async function* () {})(), { withinSeconds: 0.5, concurrency: 100 }],
    [[], { withinSeconds: undefined, concurrency: undefined, signal: undefined }],
  ])('accepts any iterable of ids and every option by its name', (ids, options) => {
    expect(readRenewDueOptions(ids, options)).toBe(options)
  })

  it.each([
    ['one id', 'sample:1', {}, 'renewDue requires a list of connection ids'],
    ['nothing', null, {}, 'renewDue requires a list of connection ids'],
    ['an object', {}, {}, 'renewDue requires a list of connection ids'],
    [
      'a number as options',
      [],
      3600,
      'renewDue requires its options as an object such as { withinSeconds: 3600 }.',
    ],
    ['null as options', [], null, 'renewDue requires its options as an object'],
    ['an unknown option', [], { within: 3600 }, 'renewDue does not know the option "within".'],
    ['a time below 0', [], { withinSeconds: -1 }, 'withinSeconds must be a number of seconds, 0 or more.'],
    ['a time as text', [], { withinSeconds: '5' }, 'withinSeconds must be'],
    ['none at once', [], { concurrency: 0 }, 'concurrency must be a whole number above zero.'],
    ['half of one at once', [], { concurrency: 1.5 }, 'concurrency must be'],
  ])('refuses %s with a clear message', (_what, ids, options, sentence) => {
    const read = () => readRenewDueOptions(ids, options as object) // wrong types on purpose: JavaScript callers can pass anything
    expect(read).toThrow(sentence)
    expect(read).toThrow(ConfigError)
  })
})
