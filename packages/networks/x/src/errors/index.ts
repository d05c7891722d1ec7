import {
  InvalidPostError,
  networkText,
  type OutgoingRequest,
  type PlatformBase,
  type RawData,
  rawOf,
} from '@social/core/platform'

import type { Refusal } from './refusal.js'
import { ROWS } from './rows.js'

/**
 * Returns the first problem in a response of X. If the response also contains `data`, the problem
 * concerns only one item. Otherwise the whole request failed.
 */
function firstProblem(raw: RawData): RawData {
  const { errors } = raw
  const first: unknown = Array.isArray(errors) ? errors[0] : null
  return typeof first === 'object' && first !== null ? rawOf(first) : {}
}

function messageOf(raw: RawData): string {
  const first = firstProblem(raw)
  const all = [
    raw['detail'],
    raw['title'],
    raw['error_description'],
    first['message'],
    first['detail'],
    first['title'],
  ]
  // A problem of type `about:blank` has only a general title. The message of the first error is more specific.
  const general = networkText(all.find((one) => typeof one === 'string' && one !== ''))
  const special = networkText(first['message'])
  return special !== '' && special !== general ? special : general
}

/**
 * Returns the last path segment of a problem's type URL. The rest is ignored, because X uses two
 * hosts in these URLs.
 */
function typeOf(raw: RawData): string {
  const type = networkText(raw['type'] ?? firstProblem(raw)['type'])
  return type.slice(type.lastIndexOf('/') + 1)
}

function hasPlanReason({ reason, required_enrollment: needed }: RawData): boolean {
  const word = networkText(reason)
  return word === 'client-not-enrolled' || word === 'user-not-enrolled' || typeof needed === 'string'
}

/**
 * Converts refusals of X to errors. Returns null when no row applies, and the caller then decides
 * by the status alone. A refusal can have status 200: its body has `errors` and no `data`.
 */
export const readError: PlatformBase['readError'] = (reply, request: OutgoingRequest, now) => {
  const raw = rawOf(reply.body)
  const { code } = firstProblem(raw)
  const isHidden = reply.status === 200 && raw['data'] === undefined && Array.isArray(raw['errors'])
  const isRefusal = reply.status >= 400 && reply.status < 500
  if (!isRefusal && !isHidden) return null
  const { pathname } = new URL(request.url)
  const refusal: Refusal = {
    status: reply.status,
    type: hasPlanReason(raw) ? 'client-forbidden' : typeOf(raw),
    code: typeof code === 'number' ? code : null,
    message: messageOf(raw),
    reply,
    now,
    raw,
  }
  const row = ROWS.find(
    ({ status, type, at, pattern, code: codes }) =>
      (status?.includes(refusal.status) ?? true) &&
      (type?.includes(refusal.type) ?? true) &&
      (at?.test(pathname) ?? true) &&
      ((pattern === undefined && codes === undefined) ||
        pattern?.test(refusal.message) === true ||
        (refusal.code !== null && codes?.includes(refusal.code) === true)),
  )
  return row?.make(refusal, { platform: 'x', raw }) ?? null
}

/** Returns true if X refused a post because X has deleted its files or does not know them. */
export function refusesFiles(error: unknown): boolean {
  return InvalidPostError.is(error) && /media ids? are invalid/i.test(messageOf(error.raw))
}
