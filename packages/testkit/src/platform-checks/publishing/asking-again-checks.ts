import { NetworkError, SocialBaseError } from '@social/core/platform'

import { aReceipt } from '../../builders/content.js'
import { type CheckDefinition, must, nameOf } from '../check.js'
import { enter, enterWith } from '../entry-points/entry-points.js'
import type { Decide } from '../fakes/check-transport.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import { Trial } from '../trial.js'

/** Methods that only read data of the network. */
const READING = [
  'limits',
  'readProfile',
  'readStats',
  'readPost',
  'readThread',
  'readReplies',
  'readLikes',
  'readConversations',
  'readMessages',
  'checkState',
  'fetchUpdates',
  'fetchUpdatesAfter',
  'getLocation',
  'verificationOptions',
  'verificationState',
] as const

/** Loses the response to the first request. All other requests succeed. */
const loseFirst: Decide = (_sent, index) => (index === 0 ? new NetworkError('The answer was lost.') : null)

async function checkAskedAgain(subject: Subject): Promise<void> {
  for (const method of READING) {
    if (!subject.has(method)) continue
    const defaultValue = new Trial(subject)
    const { error: before } = await enter(method, subject, defaultValue)
    if (before !== null || defaultValue.transport.sent.length === 0) continue
    const trial = new Trial(subject.another(), { decide: loseFirst })
    const { error } = await enter(method, subject, trial)
    must(
      error === null,
      `${method}() gives up when the answer of ${trial.transport.asked[0]} is lost: ${nameOf(error)} It changes nothing, so ask again: pass retry: 'always' with a POST that only reads.`,
    )
  }
}

/**
 * Receipt data that the platform cannot read, as if another version of the platform had saved the
 * data.
 */
const STRANGE_DATA = [{ made: 'by another version' }, { id: 7, since: 'yesterday' }]

async function checkStrangeReceipts(subject: Subject): Promise<void> {
  for (const data of STRANGE_DATA) {
    const receipt = aReceipt({ platform: subject.platform.name, step: 'FINISH', data })
    const call = new Trial(subject).reconcileCall('post')
    const { result, error } = await enterWith('reconcile', subject, [receipt], call)
    const state = typeof result === 'object' && result !== null && 'state' in result ? result.state : null
    must(
      error === null ? state === 'UNKNOWN' : SocialBaseError.is(error),
      `reconcile() makes ${error === null ? String(state) : nameOf(error)} of a receipt that holds ${JSON.stringify(data)}. Unreadable data proves nothing: return { state: 'UNKNOWN' }.`,
    )
  }
}

/**
 * Checks that the platform repeats a request whose response was lost, if a repetition causes no
 * harm.
 */
export const askingAgainChecks: readonly CheckDefinition[] = [
  {
    name: 'repeats a read whose response was lost',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    run: checkAskedAgain,
  },
  {
    name: 'does not treat an unreadable receipt as proof',
    skip: ({ hooks, platform }) => {
      if (platform.reconcile === undefined) return 'It has no reconcile().'
      return hooks.makeConnection ? false : NEEDS_CONNECTION
    },
    run: checkStrangeReceipts,
  },
]
