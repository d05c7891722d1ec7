import type { Visit } from '../../framework/router.js'
import { type Check, object, text } from '../lexicon/lexicon.js'
import { findPerson } from '../people/people.js'
import { requireCaller } from '../sign-in/access.js'
import type { BlueskyState, StoredRecord } from '../state.js'
import { recordCid, isTid } from '../wire/ids.js'
import {
  flagParam,
  type Input,
  isInput,
  assertParam,
  numberParam,
  param,
  readJson,
  textOf,
} from '../wire/input.js'
import { countWrite } from '../wire/rate-limits.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'
import { checkRecord } from './check-record.js'
import { deleteRecord, writeRecord } from './write-record.js'

const place = { repo: text({ format: 'AT identifier' }), collection: text({ format: 'NSID' }) }
const key = text({ format: 'record key' })
const CREATE = object({ ...place, record: object({}) }, { rkey: key })
const PUT = object({ ...place, rkey: key, record: object({}) })
const DELETE = object({ ...place, rkey: key })

/**
 * Returns the person who sends the request. People can write only to their own repository.
 *
 * @throws XrpcRefusal for the repository of another person, or a deactivated account.
 */
export function assertOwn(state: BlueskyState, repo: string, request: Request) {
  const { person } = requireCaller(state, request)
  if (repo !== person.did && repo !== person.handle) {
    if (state.people.has(repo))
      throw new XrpcRefusal(401, 'AuthenticationRequired', 'Authentication Required')
    throw new XrpcRefusal(403, 'AccountNotFound', 'Account not found')
  }
  if (person.status === 'DEACTIVATED')
    throw new XrpcRefusal(401, 'AccountDeactivated', 'Account is deactivated')
  return person
}

/** Reads a write request. Returns the author, the collection and the input. */
async function readWrite(state: BlueskyState, request: Request, schema: Check) {
  requireCaller(state, request)
  const input = await readJson(request, schema)
  const person = assertOwn(state, textOf(input, 'repo'), request)
  return { did: person.did, collection: textOf(input, 'collection'), input }
}

/** Returns the record to store. Sets `$type` to the collection if `$type` is missing. */
export function recordOf({ record }: Input, collection: string): Input {
  return { $type: collection, ...(isInput(record) && record) }
}

const TID_KEYS = /^app\.bsky\.(feed\.(post|like|repost|threadgate|postgate)|graph\.(follow|block))$/

/**
 * Checks a record key. Most collections require a TID as key.
 *
 * @throws XrpcRefusal 400 for an invalid key.
 */
export function checkKey(collection: string, rkey: string): void {
  if (TID_KEYS.test(collection) && !isTid(rkey))
    throw invalidRequest(
      `Invalid record key for ${collection}: Invalid TID string (got ${JSON.stringify(rkey)}) at $`,
    )
}

/** Describes a commit of a repository. */
export function commitJson(state: BlueskyState, uri: string) {
  const rev = state.tids.next(state.clock.now())
  return { cid: recordCid([uri, rev]), rev }
}

/**
 * Records a new post as a visible effect. The effect's content excludes the creation time, so
 * repeated posts are equal.
 */
export function noteEffect(state: BlueskyState, { did, collection, uri, value }: StoredRecord): void {
  if (collection !== 'app.bsky.feed.post') return
  const { createdAt: _createdAt, ...content } = value
  const kind = value['reply'] === undefined ? 'POST' : 'COMMENT'
  state.effects.add({ account: did, kind, id: uri, content })
}

const validateOf = ({ validate }: Input): boolean | undefined =>
  typeof validate === 'boolean' ? validate : undefined

/**
 * Handles POST com.atproto.repo.createRecord. An existing key returns status 500, as on the real
 * server.
 */
export async function createRecord(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did, collection, input } = await readWrite(state, request, CREATE)
  const value = recordOf(input, collection)
  const rkey = input['rkey'] === undefined ? undefined : textOf(input, 'rkey')
  const validationStatus = checkRecord(state, value, { collection, did, validate: validateOf(input) })
  if (rkey !== undefined) checkKey(collection, rkey)
  countWrite(state, did, 3)
  if (rkey !== undefined && state.records.has(`at://${did}/${collection}/${rkey}`))
    throw new XrpcRefusal(500, 'InternalServerError', 'Internal Server Error')
  const record = writeRecord(state, { did, collection, value, ...(rkey !== undefined && { key: rkey }) })
  noteEffect(state, record)
  const { uri, cid } = record
  return Response.json({ uri, cid, commit: commitJson(state, uri), validationStatus })
}

/**
 * Handles POST com.atproto.repo.putRecord. Putting the same record again has no effect and makes
 * no commit.
 */
export async function putRecord(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did, collection, input } = await readWrite(state, request, PUT)
  const value = recordOf(input, collection)
  const rkey = textOf(input, 'rkey')
  const validationStatus = checkRecord(state, value, { collection, did, validate: validateOf(input) })
  checkKey(collection, rkey)
  countWrite(state, did, 2)
  const before = state.records.get(`at://${did}/${collection}/${rkey}`)
  const record = writeRecord(state, { did, collection, value, key: rkey })
  const { uri, cid } = record
  if (before === undefined) noteEffect(state, record)
  const commit = before?.cid === cid ? {} : { commit: commitJson(state, uri) }
  return Response.json({ uri, cid, ...commit, validationStatus })
}

/**
 * Handles POST com.atproto.repo.deleteRecord. Deleting a missing record succeeds without a commit.
 */
export async function removeRecord(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did, collection, input } = await readWrite(state, request, DELETE)
  const uri = `at://${did}/${collection}/${textOf(input, 'rkey')}`
  countWrite(state, did, 1)
  return Response.json(deleteRecord(state, uri) ? { commit: commitJson(state, uri) } : {})
}

/** Handles GET com.atproto.repo.getRecord. */
export function readRecord(state: BlueskyState, { url }: Visit): Response {
  const repo = assertParam(url, 'repo', 'AT identifier')
  const collection = assertParam(url, 'collection', 'NSID')
  const uri = `at://${repo}/${collection}/${assertParam(url, 'rkey', 'record key')}`
  const record = state.records.get(uri)
  if (!record) throw new XrpcRefusal(400, 'RecordNotFound', `Could not locate record: ${uri}`)
  return Response.json({ uri, cid: record.cid, value: record.value })
}

/**
 * Handles GET com.atproto.repo.listRecords. Lists the newest key first. The cursor is the key of
 * the last record on the page.
 */
export function listRecords(state: BlueskyState, { url }: Visit): Response {
  const repo = assertParam(url, 'repo', 'AT identifier')
  const collection = assertParam(url, 'collection', 'NSID')
  const limit = numberParam(url, 'limit', { defaultValue: 50, min: 1, max: 100 })
  const isReverse = flagParam(url, 'reverse')
  const cursor = param(url, 'cursor')
  const person = findPerson(state, repo)
  if (!person) throw invalidRequest(`Could not find repo: ${repo}`)
  const own = [...state.records.values()]
    .filter((one) => one.did === person.did && one.collection === collection)
    .filter(({ key: at }) => cursor === null || (isReverse ? at > cursor : at < cursor))
    .toSorted((left, right) => (left.key < right.key === isReverse ? -1 : 1))
  const page = own.slice(0, limit)
  const last = page.at(-1)
  return Response.json({
    records: page.map(({ uri, cid, value }) => ({ uri, cid, value })),
    ...(last && { cursor: last.key }),
  })
}
