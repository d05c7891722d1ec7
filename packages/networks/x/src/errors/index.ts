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

/** The first problem of an envelope: beside `data` it is about one of many things, without it about all. */
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
  // `about:blank` problems have no title of their own; the sentence of the first error says more than the general one.
  const general = networkText(all.find((one) => typeof one === 'string' && one !== ''))
  const special = networkText(first['message'])
  return special !== '' && special !== general ? special : general
}

/** Last part of a problem's address; the host is that of the one name or of the other. */
function typeOf(raw: RawData): string {
  const type = networkText(raw['type'] ?? firstProblem(raw)['type'])
  return type.slice(type.lastIndexOf('/') + 1)
}

function hasPlanReason({ reason, required_enrollment: needed }: RawData): boolean {
  const word = networkText(reason)
  return word === 'client-not-enrolled' || word === 'user-not-enrolled' || typeof needed === 'string'
}

/** X's refusals as errors; null leaves it to the status. A refusal can come with status 200: `errors` without `data`. */
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
    words: messageOf(raw),
    reply,
    now,
    raw,
  }
  const row = ROWS.find(
    ({ status, type, at, says, code: codes }) =>
      (status?.includes(refusal.status) ?? true) &&
      (type?.includes(refusal.type) ?? true) &&
      (at?.test(pathname) ?? true) &&
      ((says === undefined && codes === undefined) ||
        says?.test(refusal.words) === true ||
        (refusal.code !== null && codes?.includes(refusal.code) === true)),
  )
  return row?.make(refusal, { platform: 'x', raw }) ?? null
}

/** True for the refusal of files that a post names: X has cleared them, or never had them. */
export function refusesFiles(error: unknown): boolean {
  return InvalidPostError.is(error) && /media ids? are invalid/i.test(messageOf(error.raw))
}
