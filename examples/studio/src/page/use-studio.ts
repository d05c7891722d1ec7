import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks'

import type { LiveEvents, StudioInfo } from '../shared/api.js'
import type { UpdateInfo } from '../shared/inbox.js'
import type { PostInfo, ProgressInfo } from '../shared/posts.js'
import type { TraceStep } from '../shared/trouble.js'
import { ask, messageOf } from './request.js'

/** State of the page: the studio's data, upload progress and recent steps. */
export interface StudioState extends StudioInfo {
  /** Upload progress, by post id. */
  readonly progress: Readonly<Record<string, ProgressInfo>>
  /**
   * Steps of the library since the page was opened, oldest first. The trouble view loads earlier
   * steps.
   */
  readonly steps: readonly TraceStep[]
}

type Change =
  | {
      readonly [Name in keyof LiveEvents]: { readonly name: Name; readonly data: LiveEvents[Name] }
    }[keyof LiveEvents]
  | { readonly name: 'loaded'; readonly data: StudioInfo }

const EVENTS = [
  'accounts',
  'post',
  'postGone',
  'progress',
  'update',
  'conversations',
  'spending',
  'trace',
  'workers',
  'notice',
] as const

function put<T extends { readonly id: string }>(list: readonly T[], one: T): readonly T[] {
  const isKnown = list.some(({ id }) => id === one.id)
  return isKnown ? list.map((other) => (other.id === one.id ? one : other)) : [one, ...list]
}

const KEPT_STEPS = 300
const MAX_DELAY_MS = 30_000

/** Adds a step, or replaces the step with the same id. */
export function withStep(steps: readonly TraceStep[], step: TraceStep): readonly TraceStep[] {
  const at = steps.findIndex(({ id }) => id === step.id)
  return at < 0 ? [...steps, step].slice(-KEPT_STEPS) : steps.with(at, step)
}

function reduce(state: StudioState | null, change: Change): StudioState | null {
  if (change.name === 'loaded')
    return { ...change.data, progress: state?.progress ?? {}, steps: state?.steps ?? [] }
  if (state === null) return null
  switch (change.name) {
    case 'accounts':
      return { ...state, accounts: change.data }
    case 'post':
      return { ...state, posts: put<PostInfo>(state.posts, change.data) }
    case 'postGone':
      return { ...state, posts: state.posts.filter(({ id }) => id !== change.data.id) }
    case 'progress':
      return { ...state, progress: { ...state.progress, [change.data.id]: change.data } }
    case 'conversations':
      return { ...state, conversations: change.data }
    case 'spending':
      return { ...state, spending: change.data }
    case 'workers':
      return { ...state, workers: change.data }
    case 'trace':
      return { ...state, steps: withStep(state.steps, change.data) }
    case 'update':
      return { ...state, updates: put<UpdateInfo>(state.updates, change.data) }
    default:
      return state
  }
}

/**
 * Sends the delay of a new update to the server. Each update is reported once, so later changes to
 * the update are ignored.
 */
function reportDelay({ id, accountId, receivedAt }: UpdateInfo, reported: Set<string>): void {
  if (reported.has(id)) return
  reported.add(id)
  const millis = Date.now() - Date.parse(receivedAt)
  // A negative or very long delay means that an old update was changed.
  if (millis >= 0 && millis < MAX_DELAY_MS)
    ask('POST', '/api/statistics/delays', { accountId, millis }).catch(() => undefined) // The error is ignored because a missing measurement is harmless.
}

/**
 * Loads the studio's state and applies the changes from the event stream. Loads the state again
 * after a reconnect.
 *
 * @param notify - Shows a notice.
 */
export function useStudio(notify: (text: string) => void) {
  const [state, apply] = useReducer(reduce, null)
  const [isLive, setLive] = useState(false)
  const reported = useRef(new Set<string>())

  const load = useCallback(async () => {
    try {
      apply({ name: 'loaded', data: await ask<StudioInfo>('GET', '/api/studio') })
    } catch (error) {
      notify(messageOf(error))
    }
  }, [notify])

  useEffect(() => {
    const stream = new EventSource('/api/events')
    stream.addEventListener('open', () => {
      setLive(true)
      void load()
    })
    stream.addEventListener('error', () => setLive(false))
    for (const name of EVENTS)
      stream.addEventListener(name, (event: MessageEvent<string>) => {
        const change = { name, data: JSON.parse(event.data) } as Change // safe cast: the server sends this data under that event name
        if (change.name === 'notice') notify(change.data.text)
        if (change.name === 'update') reportDelay(change.data, reported.current)
        apply(change)
      })
    return () => stream.close()
  }, [load, notify])

  return { state, isLive }
}
