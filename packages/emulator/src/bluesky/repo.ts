import type { Visit } from '../framework/router.js'
import { requireCaller } from './access.js'
import { checkRecord } from './check-record.js'
import { recordCid, isTid } from './ids.js'
import { type Input, isInput, needParam, needText, readJson } from './input.js'
import { countWrite } from './rate-limits.js'
import { invalidRequest, XrpcRefusal } from './refusals.js'
import type { BlueskyState, StoredRecord } from './state.js'
import { deleteRecord, writeRecord } from './write-record.js'

/** Who writes, and into which collection. Only one's own repository may be written. */
async function readWrite(state: BlueskyState, request: Request) {
  const { person } = requireCaller(state, request)
  const input = await readJson(request)
  const repo = needText(input, 'repo')
  const collection = needText(input, 'collection')
  if (repo !== person.did && repo !== person.handle)
    throw new XrpcRefusal(401, 'AuthenticationRequired', 'Authentication Required')
  if (person.status === 'DEACTIVATED')
    throw new XrpcRefusal(401, 'AccountDeactivated', 'Account is deactivated')
  return { did: person.did, collection, input }
}

function needRecord(input: Input): Input {
  const { record } = input
  if (isInput(record)) return record
  throw invalidRequest('Input must have the property "record"')
}

const isPost = (collection: string): boolean =>
  /^app\.bsky\.(feed\.(post|like|repost)|graph\.follow)$/.test(collection)

function commitJson(state: BlueskyState, uri: string) {
  const rev = state.tids.next(state.clock.now())
  return { cid: recordCid([uri, rev]), rev }
}

function writtenJson(state: BlueskyState, { uri, cid }: StoredRecord) {
  return { uri, cid, commit: commitJson(state, uri), validationStatus: 'valid' }
}

/** A new post is something people see. When it says it was written is no part of what it says. */
function noteEffect(state: BlueskyState, { did, collection, uri, value }: StoredRecord): void {
  if (collection !== 'app.bsky.feed.post') return
  const { createdAt: _createdAt, ...content } = value
  const kind = value['reply'] === undefined ? 'POST' : 'COMMENT'
  state.effects.add({ account: did, kind, id: uri, content })
}

/** POST com.atproto.repo.createRecord. A key that is taken is a 500, as on the real server. */
export async function createRecord(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did, collection, input } = await readWrite(state, request)
  const value = needRecord(input)
  const key = input['rkey'] === undefined ? undefined : needText(input, 'rkey')
  if (key !== undefined && isPost(collection) && !isTid(key))
    throw invalidRequest(`Invalid record key: expected tid, got ${key}`)
  checkRecord(state, value, collection, did)
  countWrite(state, did, 3)
  if (key !== undefined && state.records.has(`at://${did}/${collection}/${key}`))
    throw new XrpcRefusal(500, 'InternalServerError', 'Internal Server Error')
  const record = writeRecord(state, { did, collection, value, ...(key !== undefined && { key }) })
  noteEffect(state, record)
  return Response.json(writtenJson(state, record))
}

/** POST com.atproto.repo.putRecord. The same record again changes nothing, and makes no commit. */
export async function putRecord(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did, collection, input } = await readWrite(state, request)
  const value = needRecord(input)
  const key = needText(input, 'rkey')
  checkRecord(state, value, collection, did)
  countWrite(state, did, 2)
  const before = state.records.get(`at://${did}/${collection}/${key}`)
  const record = writeRecord(state, { did, collection, value, key })
  const { uri, cid } = record
  if (before === undefined) noteEffect(state, record)
  if (before?.cid === cid) return Response.json({ uri, cid, validationStatus: 'valid' })
  return Response.json(writtenJson(state, record))
}

/** POST com.atproto.repo.deleteRecord. What is not there is deleted just as happily, without a commit. */
export async function removeRecord(state: BlueskyState, { request }: Visit): Promise<Response> {
  const { did, collection, input } = await readWrite(state, request)
  const uri = `at://${did}/${collection}/${needText(input, 'rkey')}`
  countWrite(state, did, 1)
  return Response.json(deleteRecord(state, uri) ? { commit: commitJson(state, uri) } : {})
}

/** GET com.atproto.repo.getRecord */
export function readRecord(state: BlueskyState, { url }: Visit): Response {
  const uri = `at://${needParam(url, 'repo')}/${needParam(url, 'collection')}/${needParam(url, 'rkey')}`
  const record = state.records.get(uri)
  if (!record) throw new XrpcRefusal(400, 'RecordNotFound', `Could not locate record: ${uri}`)
  return Response.json({ uri, cid: record.cid, value: record.value })
}
