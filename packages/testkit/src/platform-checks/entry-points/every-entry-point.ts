import type { Connection, Random, Receipt } from '@social/core/platform'

import { fakeRandom } from '../../time/fake-random.js'
import type { Sent } from '../fakes/check-transport.js'
import type { Ids } from '../hooks.js'
import { followPost } from '../publishing/publishing-checks.js'
import { walkSignIn } from '../sign-in/sign-in-walk.js'
import { CheckSkipped } from '../skip.js'
import type { Subject } from '../subject.js'
import { Trial, type TrialSettings } from '../trial.js'
import { entryPointsOf, enter, type Entered, enterWith } from './entry-points.js'

/** What came of one door, and what it sent. */
export interface Passed extends Entered {
  /** The method, as `deletePost()`. */
  readonly what: string
  readonly sent: readonly Sent[]
}

/** How all doors are tried. */
export interface EveryEntryPointSettings extends Omit<TrialSettings, 'random' | 'receipt'> {
  readonly connection?: Connection
  readonly ids?: Ids
  /** Which numbers chance gives; 1 unless given. */
  readonly seed?: number
  /** Runs around each door. */
  readonly around?: (what: string, work: () => Promise<unknown>) => Promise<unknown>
}

/**
 * Goes through every door of a platform, each with a network of its own: a whole sign-in, a post, the look-up of a lost
 * one, and every other method.
 */
export async function everyEntryPoint(
  subject: Subject,
  settings: EveryEntryPointSettings = {},
): Promise<readonly Passed[]> {
  const { ids = subject.ids, seed = 1, around = (_what, work) => work(), ...trials } = settings
  const passed: Passed[] = []
  const pass = async (what: string, work: (random: Random) => Promise<Passed>): Promise<void> => {
    await around(what, async () => passed.push(await work(fakeRandom(seed))))
  }
  await pass('signing in', async (random) => {
    const trial = new Trial(subject, { ...trials, random })
    const { error, connection } = await walkSignIn(subject, trial)
    return { what: 'signing in', result: connection, error, sent: trial.transport.sent }
  })
  for (const method of entryPointsOf(subject)) {
    // They were tried as a whole.
    if (method === 'startLogin' || method === 'finishLogin') continue
    await pass(`${method}()`, async (random) => {
      const trial = new Trial(subject, { ...trials, random })
      const entered = await enter(method, subject, trial, ids)
      return { what: `${method}()`, ...entered, sent: trial.transport.sent }
    })
  }
  if (!subject.has('publish')) return passed
  let receipt: Receipt | null = null
  await pass('publish()', async (random) => {
    const followed = await followPost(subject, plainPost(subject), 'publish()', { ...trials, random })
    ;({ receipt } = followed.call)
    return { ...followed, sent: followed.call.transport.sent }
  })
  if (receipt !== null && subject.has('reconcile'))
    await pass('reconcile()', async (random) => {
      const trial = new Trial(subject, { ...trials, random })
      const entered = await enterWith('reconcile', subject, [receipt], trial.reconcileCall('post'))
      return { what: 'reconcile()', ...entered, sent: trial.transport.sent }
    })
  return passed
}

/** A post, or words that the platform will refuse where nobody said what it takes. */
function plainPost(subject: Subject): ReturnType<Subject['post']> {
  try {
    return subject.post('Good morning')
  } catch (error) {
    if (!(error instanceof CheckSkipped)) throw error
    return { text: 'Good morning', media: [], replyTo: null, publishAt: null, options: {} }
  }
}
