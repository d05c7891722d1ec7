import type { Visit } from '../../framework/router.js'
import { closedUnion, list, object, text } from '../lexicon/lexicon.js'
import { requireCaller } from '../sign-in/access.js'
import type { BlueskyState } from '../state.js'
import { type Input, isInput, readJson, textOf } from '../wire/input.js'
import { countWrite } from '../wire/rate-limits.js'
import { XrpcRefusal } from '../wire/refusals.js'
import { checkRecord } from './check-record.js'
import { checkKey, commitJson, assertOwn, noteEffect, recordOf } from './repo.js'
import { deleteRecord, writeRecord } from './write-record.js'

const CREATE = 'com.atproto.repo.applyWrites#create'
const UPDATE = 'com.atproto.repo.applyWrites#update'
const DELETE = 'com.atproto.repo.applyWrites#delete'
/**
 * Rate limit points of each kind of write in a batch. A single call of the same kind costs the
 * same points.
 */
const POINTS: Readonly<Record<string, number>> = { [CREATE]: 3, [UPDATE]: 2, [DELETE]: 1 }

const key = text({ format: 'record key' })
const collection = text({ format: 'NSID' })
const write = closedUnion({
  [CREATE]: object({ collection, value: object({}) }, { rkey: key }),
  [UPDATE]: object({ collection, rkey: key, value: object({}) }),
  [DELETE]: object({ collection, rkey: key }),
})
const INPUT = object({ repo: text({ format: 'AT identifier' }), writes: list(write, 200) })

/** One write of a batch. The server checks all writes before it applies the first write. */
interface Planned {
  readonly kind: string
  readonly collection: string
  readonly rkey: string
  readonly value: Input
  readonly validationStatus: 'valid' | 'unknown' | undefined
}

function plan(
  state: BlueskyState,
  one: Input,
  did: string,
  index: number,
  validate: boolean | undefined,
): Planned {
  const kind = textOf(one, '$type')
  const where = textOf(one, 'collection')
  const value = recordOf({ record: one['value'] }, where)
  const path = `$.writes[${index}].record`
  const validationStatus =
    kind === DELETE ? undefined : checkRecord(state, value, { collection: where, did, validate, path })
  const rkey = one['rkey'] === undefined ? state.tids.next(state.clock.now()) : textOf(one, 'rkey')
  if (kind !== DELETE) checkKey(where, rkey)
  return { kind, collection: where, rkey, value, validationStatus }
}

/**
 * Handles POST com.atproto.repo.applyWrites. Applies all writes, or none if one fails. Creating a
 * record with an existing key returns status 500, as in a single createRecord call.
 */
export async function applyWrites(state: BlueskyState, { request }: Visit): Promise<Response> {
  requireCaller(state, request)
  const input = await readJson(request, INPUT)
  const { did } = assertOwn(state, textOf(input, 'repo'), request)
  const validate = typeof input['validate'] === 'boolean' ? input['validate'] : undefined
  const writes = (Array.isArray(input['writes']) ? input['writes'] : []).filter(isInput)
  const planned = writes.map((one, index) => plan(state, one, did, index, validate))
  countWrite(
    state,
    did,
    planned.reduce((sum, { kind }) => sum + (POINTS[kind] ?? 0), 0),
  )
  const uriOf = ({ collection: where, rkey }: Planned): string => `at://${did}/${where}/${rkey}`
  // A batch fails if it creates an existing key or deletes a missing record.
  const fails = (one: Planned): boolean =>
    one.kind === CREATE
      ? state.records.has(uriOf(one))
      : one.kind === DELETE && !state.records.has(uriOf(one))
  if (planned.some(fails)) throw new XrpcRefusal(500, 'InternalServerError', 'Internal Server Error')
  const results = planned.map((one) => {
    const uri = uriOf(one)
    const $type = `${one.kind}Result`
    if (one.kind === DELETE) {
      deleteRecord(state, uri)
      return { $type }
    }
    const record = writeRecord(state, { did, collection: one.collection, value: one.value, key: one.rkey })
    if (one.kind === CREATE) noteEffect(state, record)
    return { $type, uri, cid: record.cid, validationStatus: one.validationStatus }
  })
  return Response.json({ commit: commitJson(state, did), results })
}
