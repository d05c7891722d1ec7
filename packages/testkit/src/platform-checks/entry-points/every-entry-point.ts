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

/** Result of calling one entry point, and the requests that the call sent. */
export interface Passed extends Entered {
  /** Name of the entry point for messages, such as `deletePost()`. */
  readonly what: string
  readonly sent: readonly Sent[]
}

/** Settings of `everyEntryPoint`. */
export interface EveryEntryPointSettings extends Omit<TrialSettings, 'random' | 'receipt'> {
  readonly connection?: Connection
  readonly ids?: Ids
  /** Seed of the random values. Default: 1. */
  readonly seed?: number
  /** Wraps the call of each entry point. Must call `work`. */
  readonly around?: (what: string, work: () => Promise<unknown>) => Promise<unknown>
}

/**
 * Calls every entry point of a platform, each with its own fake network. The calls include a
 * complete sign-in, a post, and `reconcile` for the post's receipt.
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
    // The complete sign-in above has already called these two methods.
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

/** Builds a valid post. If this is not possible, builds a text-only post without validation. */
function plainPost(subject: Subject): ReturnType<Subject['post']> {
  try {
    return subject.post('Good morning')
  } catch (error) {
    if (!(error instanceof CheckSkipped)) throw error
    return { text: 'Good morning', media: [], replyTo: null, publishAt: null, options: {} }
  }
}
