import type { DeliveryAttempt } from '../framework/webhooks.js'
import { track, type GraphState, type PendingChange, secondsOf } from './state.js'

/**
 * Returns JSON in Meta's webhook format, in which slashes and non-ASCII characters are escaped.
 * The signature covers these bytes.
 */
export function metaJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll(/"\\u0000(\d+)"/g, '$1')
}

/** Creates the webhook bodies for changes. */
export type ToBodies = (
  changes: readonly PendingChange[],
  options: { readonly together: boolean },
) => readonly unknown[]

function toEntries(changes: readonly PendingChange[]): unknown[] {
  const byEntry = Map.groupBy(changes, ({ entryId }) => entryId)
  return [...byEntry].map(([id, list]) => ({
    id,
    time: secondsOf(list[0]?.at ?? new Date(0)),
    changes: list.map(({ field, value }) => ({ field, value })),
  }))
}

const toBody = (changes: readonly PendingChange[]): unknown => ({
  object: changes[0]?.object,
  entry: toEntries(changes),
})

/**
 * Creates one entry for each account. All entries are in one body if `together` is true, otherwise each entry has
 * its own body.
 */
export const entryBodies: ToBodies = (changes, { together }) => {
  if (changes.length === 0) return []
  return together ? [toBody(changes)] : changes.map((change) => toBody([change]))
}

function send(state: GraphState, bodies: readonly unknown[]): void {
  const { webhookUrl: url } = state.settings
  if (url === null) return
  for (const body of bodies) track(state, state.sender.push({ url, body: metaJson(body) }))
}

/** Queues a change if the app is subscribed to its field. */
export function pushChange(state: GraphState, change: Omit<PendingChange, 'at'>, toBodies: ToBodies): void {
  const { webhookUrl, webhookFields, pushImmediately } = state.settings
  if (webhookUrl === null || (webhookFields !== null && !webhookFields.includes(change.field))) return
  const pending = { ...change, at: state.clock.now() }
  if (pushImmediately) send(state, toBodies([pending], { together: false }))
  else state.changes.push(pending)
}

/**
 * Sends the waiting changes and returns the attempts. Options add copies, reverse the order or put all changes in
 * one body.
 */
export async function deliver(
  state: GraphState,
  toBodies: ToBodies,
  options: {
    readonly copies?: number | undefined
    readonly reversed?: boolean | undefined
    readonly together?: boolean | undefined
  },
): Promise<readonly DeliveryAttempt[]> {
  await Promise.all(state.pending)
  const bodies = toBodies(state.changes, { together: options.together ?? false })
  state.changes = []
  send(state, bodies)
  await Promise.all(state.pending)
  return state.sender.flush({
    copies: options.copies ?? 1,
    order: options.reversed === true ? 'REVERSED' : 'AS_QUEUED',
  })
}

/** Verifies that a webhook URL belongs to the app. The URL must return the challenge unchanged. */
export async function challenge(
  state: GraphState,
  url: string,
  verifyToken: string,
): Promise<{ readonly status: number | null; readonly accepted: boolean }> {
  const expected = String(1_158_201_444 + state.accesses.length)
  const requested = new URL(url)
  requested.searchParams.set('hub.mode', 'subscribe')
  requested.searchParams.set('hub.challenge', expected)
  requested.searchParams.set('hub.verify_token', verifyToken)
  try {
    const response = await fetch(requested, { redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, accepted: response.status === 200 && text === expected }
  } catch {
    return { status: null, accepted: false }
  }
}
