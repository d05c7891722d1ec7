import { NetworkError, type TransportResponse } from '@social/core/platform'

import { type CheckDefinition, must } from '../check.js'
import { everyEntryPoint } from '../entry-points/every-entry-point.js'
import type { Decide } from '../fakes/check-transport.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import type { TrialSettings } from '../trial.js'
import { followPost, postsOf } from './publishing-checks.js'

/** Matches the names of final states in JSON replies. */
const DONE =
  /"(FINISHED|succeeded|PUBLISH_COMPLETE|processed|ready|complete|SUCCESS|LIVE|PUBLISHED|uploaded|JOB_STATE_COMPLETED)"/g
/** Names of unfinished states, which replace final states in replies. */
const AT_WORK = ['in_progress', 'IN_PROGRESS']
/** Matches JSON lists without nested lists. */
const ENTRIES = /\[[^[\]]*\]/g

const changing =
  (change: (text: string) => string) =>
  (reply: TransportResponse): TransportResponse => ({
    ...reply,
    body: Buffer.from(change(Buffer.from(reply.body).toString())),
  })

/**
 * Loses the response to the publish request, so that the platform queries whether the post exists.
 */
const loseFinish: Decide = ({ asked }) =>
  asked?.options.finish === undefined ? null : new NetworkError('The answer was lost.')

/**
 * Networks on which a platform must wait: one sends minimal replies, some never finish processing,
 * and one does not list the new post.
 */
const SLOW: readonly Pick<TrialSettings, 'decide' | 'change' | 'isBare'>[] = [
  { isBare: true },
  ...AT_WORK.map((word) => ({ change: changing((text) => text.replaceAll(DONE, `"${word}"`)) })),
  { decide: loseFinish, change: changing((text) => text.replaceAll(ENTRIES, '[]')) },
]

async function checkWaits(subject: Subject): Promise<void> {
  for (const settings of SLOW) {
    let endless: number | null = null
    const noting: TrialSettings = {
      ...settings,
      onEndlessWait: (seconds) => {
        endless ??= seconds
      },
    }
    const notEndless = (what: string): void =>
      must(
        endless === null,
        `${what} waits ${String(endless)} seconds without a signal. Pass it: call.clock.sleep(seconds, { signal: call.signal }).`,
      )
    const around = async (what: string, work: () => Promise<unknown>): Promise<unknown> => {
      await work()
      return notEndless(what)
    }
    await everyEntryPoint(subject, { ...noting, around })
    if (!subject.has('publish')) continue
    for (const [what, post] of postsOf(subject)) {
      await followPost(subject, post, what, noting)
      notEndless(what)
    }
  }
}

/** Checks that every wait of a platform ends when the call's signal is aborted. */
export const waitingChecks: readonly CheckDefinition[] = [
  {
    name: 'ends waits when the signal of its call fires',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    run: checkWaits,
  },
]
