import type { Visit } from '../../framework/router.js'
import type { AsyncRefresh, Person, Status } from '../records.js'
import { optionalPerson, requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'
import { statusJson } from './status-json.js'
import { isHidden, maySee, visibleStatus } from './visibility.js'

/**
 * Maximum size of a thread for signed-in people.
 * https://docs.joinmastodon.org/methods/statuses/#context (read 2026-11-21)
 */
const SIGNED_IN = { ancestors: 4096, descendants: 4096, depth: Number.POSITIVE_INFINITY }
const ANYBODY = { ancestors: 40, descendants: 60, depth: 20 }

const isShown = (state: MastodonState, viewer: Person | null, status: Status): boolean =>
  maySee(state, viewer, status) && !isHidden(state, viewer, status)

function ancestorsOf(state: MastodonState, status: Status, limit: number): Status[] {
  const found: Status[] = []
  let at = state.statuses.get(status.replyTo ?? '')
  while (at !== undefined && found.length < limit) {
    found.unshift(at)
    at = state.statuses.get(at.replyTo ?? '')
  }
  return found
}

/** Returns the replies below a status in depth-first order. */
function descendantsOf(state: MastodonState, status: Status, limits: typeof SIGNED_IN): Status[] {
  const found: Status[] = []
  const waiting = (state.replies.get(status.id) ?? []).map((id) => ({ id, depth: 1 })).toReversed()
  while (found.length < limits.descendants) {
    const next = waiting.pop()
    if (next === undefined) break
    const reply = state.statuses.get(next.id)
    if (reply === undefined || next.depth > limits.depth) continue
    found.push(reply)
    const replies = state.replies.get(reply.id) ?? []
    waiting.push(...replies.map((id) => ({ id, depth: next.depth + 1 })).toReversed())
  }
  return found
}

/** Creates the response header that announces more replies from other servers. */
function refreshHeader({ id, retrySeconds, resultCount }: AsyncRefresh): Readonly<Record<string, string>> {
  const count = resultCount === null ? '' : `, result_count=${resultCount}`
  return { 'mastodon-async-refresh': `id="${id}", retry=${retrySeconds}${count}` }
}

/**
 * Handles GET /api/v1/statuses/:id/context. The response omits posts of people whom a block
 * separates from the viewer.
 */
export function readContext(state: MastodonState, { request, params }: Visit): Response {
  const viewer = optionalPerson(state, request, ['read', 'read:statuses'])
  const status = visibleStatus(state, viewer, params['id'] ?? '')
  const limits = viewer === null ? ANYBODY : SIGNED_IN
  const show = (statuses: Status[]): unknown[] =>
    statuses.filter((one) => isShown(state, viewer, one)).map((one) => statusJson(state, viewer, one))
  const refresh = viewer === null ? undefined : state.asyncRefreshes.get(status.id)
  return Response.json(
    {
      ancestors: show(ancestorsOf(state, status, limits.ancestors)),
      descendants: show(descendantsOf(state, status, limits)),
    },
    { headers: refresh === undefined ? {} : refreshHeader(refresh) },
  )
}

/** Handles GET /api/v1_alpha/async_refreshes/:id. */
export function readAsyncRefresh(state: MastodonState, { request, params }: Visit): Response {
  requirePerson(state, request, ['read'])
  const found = [...state.asyncRefreshes.values()].find(({ id }) => id === params['id'])
  if (found === undefined) throw notFound()
  return Response.json({
    async_refresh: { id: found.id, status: found.state, result_count: found.resultCount },
  })
}
