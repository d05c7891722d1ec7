import { NetworkError, NotFoundError, OutcomeUnknownError, SocialBaseError } from '@social/core'
import { makePostResult } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { find, type Planted, prepare, sampleChaos, send } from './__fixtures__/sample-network.js'
import { never } from './gate.js'
import { runSuite } from './suite.js'
import { FAILURES } from './verdict.js'

/** The kinds of failures that 200 faults find. */
async function found(planted: Planted) {
  const { tallies } = await runSuite({ networks: [sampleChaos(planted)], faults: 200, seed: 1 })
  return FAILURES.filter((failure) => tallies.some(({ failures }) => failures[failure] > 0))
}

describe('the suite', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await found({})).toEqual([])
  })
})

describe('a wrong platform is found', () => {
  it('that does not mark its visible request', async () => {
    const publish = {
      publish: async (_post, call) => send(await prepare(call), call, { isMarked: false }),
    } satisfies NonNullable<Planted['platform']>

    expect(await found({ platform: publish })).toContain('DOUBLE')
  })

  it('that sends the visible request again after a lost answer', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        return send(session, call, { isMarked: true }).catch((error: unknown) => {
          if (NetworkError.is(error)) return send(session, call, { isMarked: true })
          throw error
        })
      },
    }

    expect(await found({ platform })).toContain('DOUBLE')
  })

  it('that takes "not seen" for a proof', async () => {
    const platform: NonNullable<Planted['platform']> = {
      reconcile: async (_receipt, call) => {
        const result = await find(call)
        return result === null ? { state: 'NOT_PUBLISHED' } : { state: 'FOUND', result }
      },
    }

    expect(await found({ platform })).toContain('DOUBLE')
  })

  it('that calls an open outcome a proof that nothing came out', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        try {
          return await send(session, call, { isMarked: true })
        } catch (error) {
          if (NetworkError.is(error)) await call.notPublished('The connection broke.')
          throw error
        }
      },
    }

    expect(await found({ platform })).toContain('DOUBLE')
  })

  it('that tells a result of its own making when the network fails', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        return send(session, call, { isMarked: true }).catch(() => makePostResult({ id: 'out', url: null }))
      },
    }

    expect(await found({ platform })).toContain('MISREPORT')
  })

  it('that goes on for ever from a session that has ended', async () => {
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const kept = call.receipt?.data['session']
        if (typeof kept === 'string') return send(kept, call, { isMarked: true })
        const session = await prepare(call)
        await call.checkpoint({ step: 'PREPARE', data: { session } })
        return send(session, call, { isMarked: true })
      },
    }

    expect(await found({ platform })).toContain('LOSS')
  })

  it('that says that it sends something visible, and then does not', async () => {
    let calls = 0
    const platform: NonNullable<Planted['platform']> = {
      publish: async (_post, call) => {
        const session = await prepare(call)
        calls += 1
        if (calls % 2 === 1) return send(session, call, { isMarked: true })
        return call.finish({ data: { session } }, () => Promise.reject(new TypeError('a slip')))
      },
    }

    expect(await found({ platform })).toContain('STUCK')
  })
})

type ChangeStores = NonNullable<Planted['stores']>

const forgetReceipts: ChangeStores = (stores) => {
  stores.journal.save = async () => {}
  return stores
}

/** Whoever opens an entry is told that it is new. */
const openAsNew: ChangeStores = (stores) => {
  const open = stores.journal.open.bind(stores.journal)
  stores.journal.open = async (...given) => {
    const entry = await open(...given)
    return entry.state === 'CONTINUE' ? { ...entry, state: 'NEW', receipt: null } : entry
  }
  return stores
}

describe('a wrong journal is found', () => {
  it.each([
    ['forgets receipts', forgetReceipts],
    ['hands an entry out as new a second time', openAsNew],
  ])('that %s', async (_what, stores) => {
    expect(await found({ stores })).toContain('DOUBLE')
  })
})

describe('a wrong caller is found', () => {
  it('whose call never ends after a failure', async () => {
    expect(
      await found({
        operation: {
          run: async (account, options) =>
            account.post({ text: 'Good morning' }, options).then(
              ({ id }) => id,
              () => never(),
            ),
        },
      }),
    ).toContain('HANG')
  })

  it('who hides that nobody can say', async () => {
    const operation: NonNullable<Planted['operation']> = {
      run: async (account, options) => {
        try {
          return (await account.post({ text: 'Good morning' }, options)).id
        } catch (error) {
          if (SocialBaseError.is(error) && OutcomeUnknownError.is(error))
            throw new NotFoundError('It is gone.')
          throw error
        }
      },
    }

    expect(await found({ operation })).toContain('MISREPORT')
  })
})
