import { AuthError } from '@social/core'
import type { Platform } from '@social/core/platform'
import type { LoginNotes } from '@social/core/store'
import { expect, it } from 'vitest'

import { type ChaosNetwork, type Opened, SIGN_IN, type SigningIn } from '../networks/network.js'
import { xChaos } from '../networks/x.js'
import { runSuite } from './suite.js'

const isChosen = (name: string): boolean => name === `x/${SIGN_IN}`

/**
 * Runs a sign-in at X with 60 faults and returns the failures. The caller can replace the stores,
 * the platform or the actions of the person.
 */
async function foundAt(change: {
  readonly changeStores?: Opened['changeStores']
  readonly signingIn?: Partial<SigningIn>
  readonly changePlatform?: (platform: Platform) => Platform
}) {
  const [x] = xChaos
  if (x === undefined) throw new Error('The suite has no network X.')
  const network: ChaosNetwork = {
    ...x,
    open: (clock) => {
      const { signingIn, ...opened } = x.open(clock)
      if (signingIn === undefined) throw new Error('X has no sign-in.')
      const { changeStores, changePlatform = (platform) => platform } = change
      return {
        ...opened,
        ...(changeStores && { changeStores }),
        signingIn: { ...signingIn, ...change.signingIn },
        makePlatforms: () =>
          Object.fromEntries(
            Object.entries(opened.makePlatforms()).map(([name, each]) => [name, changePlatform(each)]),
          ),
      }
    },
  }
  const { tallies } = await runSuite({ networks: [network], faults: 60, seed: 1, isChosen })
  return tallies[0]?.failures
}

/** Stores that never save a connection. */
const forgetting: Opened['changeStores'] = ({ storage, ...stores }) => ({
  ...stores,
  storage: {
    getConnection: async () => null,
    saveConnection: async () => {},
    deleteConnection: async () => {},
    getApp: (...given) => storage.getApp(...given),
    saveApp: (app) => storage.saveApp(app),
  },
})

it('finds a sign-in whose storage stores nothing', async () => {
  await expect(foundAt({ changeStores: forgetting })).rejects.toThrow('is not stored')
})

it('finds a login memory that never deletes an unfinished sign-in', async () => {
  const kept = new Map<string, LoginNotes>()
  const changeStores: Opened['changeStores'] = (stores) => ({
    ...stores,
    loginMemory: {
      keep: async (state, notes) => void kept.set(state, notes),
      lookUp: async (state) => kept.get(state) ?? null,
      forget: async (state) => void kept.delete(state),
    },
  })

  expect((await foundAt({ changeStores }))?.STUCK).toBeGreaterThan(0)
})

const refused = (): Promise<never> => Promise.reject(new AuthError('Sign in again.'))

it('finds an account that is reported as connected but does not work', async () => {
  await expect(foundAt({ signingIn: { use: refused } })).rejects.toThrow('does not work')
})

/** Returns a platform that leaks the secret of the sign-in in the URL. */
const leaking = (platform: Platform): Platform => ({
  ...platform,
  startLogin: async (login, call) => {
    const step = await platform.startLogin(login, call)
    if (step.step !== 'SEND_TO_NETWORK') throw new Error('expected the step SEND_TO_NETWORK')
    return { ...step, url: `${step.url}&hint=${String(step.remember['verifier'])}` }
  },
})

it('finds a URL that contains the proof of the sign-in', async () => {
  await expect(foundAt({ changePlatform: leaking })).rejects.toThrow('received a secret')
})
