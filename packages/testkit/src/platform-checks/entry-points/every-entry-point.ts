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

/** Result of one entry point, with its requests. */
export interface Passed extends Entered {
  /** Name of the method with parentheses, like `deletePost()`. */
  readonly what: string
  readonly sent: readonly Sent[]
}

/** Settings for calling all entry points. */
export interface EveryEntryPointSettings extends Omit<TrialSettings, 'random' | 'receipt'> {
  readonly connection?: Connection
  readonly ids?: Ids
  /** Seed of the random numbers. Default: 1. */
  readonly seed?: number
  /** Runs around each entry point. */
  readonly around?: (what: string, work: () => Promise<unknown>) => Promise<unknown>
}

/**
 * Calls every entry point of a platform, each with its own fake network: a whole sign-in, a post, the query for a post
 * whose response was lost, and every other method.
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
    // The sign-in already called these methods.
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

/** A valid post, or a plain text if no valid post is known. */
function plainPost(subject: Subject): ReturnType<Subject['post']> {
  try {
    return subject.post('Good morning')
  } catch (error) {
    if (!(error instanceof CheckSkipped)) throw error
    return { text: 'Good morning', media: [], replyTo: null, publishAt: null, options: {} }
  }
}
