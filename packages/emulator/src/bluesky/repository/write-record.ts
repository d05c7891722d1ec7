import { isBlocked } from '../people/people.js'
import type { BlueskyState, RecordValue, StoredRecord } from '../state.js'
import { recordCid } from '../wire/ids.js'
import { isInput } from '../wire/input.js'
import { mayQuote, mayReply } from './gates.js'

/** Reads the URI of the record reference at the given path of a value. */
function uriAt(value: RecordValue, ...path: readonly string[]): string | null {
  let found: unknown = value
  for (const name of path) found = isInput(found) ? found[name] : null
  return typeof found === 'string' ? found : null
}

/**
 * Returns the URI of the post that a record replies to. Returns null if the record is not a reply.
 */
export const parentOf = ({ value }: StoredRecord): string | null => uriAt(value, 'reply', 'parent', 'uri')
/**
 * Returns the URI of the first post in the thread of a record. Returns null if the record is not a
 * reply.
 */
export const rootOf = ({ value }: StoredRecord): string | null => uriAt(value, 'reply', 'root', 'uri')
/** Returns the URI of the liked or reposted record. */
export const subjectOf = ({ value }: StoredRecord): string | null => uriAt(value, 'subject', 'uri')
/** Returns the URI of the post that a record quotes. */
export const quotedBy = ({ value }: StoredRecord): string | null =>
  uriAt(value, 'embed', 'record', 'uri') ?? uriAt(value, 'embed', 'record', 'record', 'uri')

const ownerOf = (uri: string | null): string | null => /^at:\/\/([^/]+)/.exec(uri ?? '')?.[1] ?? null

/**
 * Notifies a person of a record. Skips the person's own records, and records of people whom a
 * block separates from the person.
 */
export function notify(
  state: BlueskyState,
  record: StoredRecord,
  reported: { readonly did: string | null; readonly reason: string; readonly subject?: string | null },
): void {
  const { did, reason, subject = null } = reported
  if (did === null || did === record.did || !state.people.has(did) || isBlocked(state, did, record.did))
    return
  const written = Date.parse(String(record.value['createdAt']))
  const sortAt = new Date(Math.min(Number.isNaN(written) ? Infinity : written, record.indexedAt.getTime()))
  const notices = state.notices.get(did) ?? []
  notices.push({ record, reason, subject, sortAt })
  state.notices.set(did, notices)
}

/** Maximum number of parent posts whose authors receive a notification of a reply. */
const REPORT_ABOVE = 4

function notifyOfPost(state: BlueskyState, record: StoredRecord): void {
  const reported = new Set<string>()
  let above = state.records.get(parentOf(record) ?? '')
  const levels = mayReply(state, rootOf(record) ?? '', record.did) ? REPORT_ABOVE + 1 : 0
  for (let level = 0; above && level < levels; level += 1) {
    if (!reported.has(above.did))
      notify(state, record, { did: above.did, reason: 'reply', subject: above.uri })
    reported.add(above.did)
    above = state.records.get(parentOf(above) ?? '')
  }
  const quoted = quotedBy(record)
  if (quoted !== null && mayQuote(state, quoted, record.did))
    notify(state, record, { did: ownerOf(quoted), reason: 'quote', subject: quoted })
  const facets = Array.isArray(record.value['facets']) ? record.value['facets'] : []
  for (const facet of facets)
    for (const feature of isInput(facet) && Array.isArray(facet['features']) ? facet['features'] : []) {
      const did = isInput(feature) ? feature['did'] : null
      if (typeof did === 'string' && !reported.has(did)) notify(state, record, { did, reason: 'mention' })
    }
}

function notifyOfRecord(state: BlueskyState, record: StoredRecord): void {
  switch (record.collection) {
    case 'app.bsky.feed.post':
      return notifyOfPost(state, record)
    case 'app.bsky.feed.like':
    case 'app.bsky.feed.repost': {
      const subject = subjectOf(record)
      const reason = record.collection === 'app.bsky.feed.like' ? 'like' : 'repost'
      return notify(state, record, { did: ownerOf(subject), reason, subject })
    }
    case 'app.bsky.graph.follow':
      return notify(state, record, { did: String(record.value['subject']), reason: 'follow' })
    default:
  }
}

/**
 * Stores a record and notifies the affected people. A second like of the same post by the same
 * person replaces the first like.
 */
export function writeRecord(
  state: BlueskyState,
  parts: {
    readonly did: string
    readonly collection: string
    readonly key?: string
    readonly value: RecordValue
  },
): StoredRecord {
  const { did, collection, value } = parts
  const now = state.clock.now()
  const key = parts.key ?? state.tids.next(now)
  const record: StoredRecord = {
    uri: `at://${did}/${collection}/${key}`,
    cid: recordCid(value),
    did,
    collection,
    key,
    value,
    indexedAt: now,
  }
  const isRepeat = state.records.get(record.uri)?.cid === record.cid
  const subject = subjectOf(record)
  for (const other of subject === null ? [] : [...state.records.values()])
    if (
      other.did === did &&
      other.collection === collection &&
      other.key !== key &&
      subjectOf(other) === subject
    )
      deleteRecord(state, other.uri)
  state.records.set(record.uri, record)
  if (!isRepeat) notifyOfRecord(state, record)
  return record
}

/**
 * Deletes a record and its notifications.
 *
 * @returns False if the record does not exist.
 */
export function deleteRecord(state: BlueskyState, uri: string): boolean {
  if (!state.records.delete(uri)) return false
  for (const [did, notices] of state.notices)
    state.notices.set(
      did,
      notices.filter(({ record }) => record.uri !== uri),
    )
  return true
}
