import {
  type Call,
  type Finish,
  NetworkError,
  NotFoundError,
  PlatformError,
  type RawData,
} from '@social/core/platform'

import { appliedReply, recordReply, writtenReply } from '../schemas.js'
import type { Companion } from './gates.js'

/** How often a record is sent at most in one call, the first time included. Our choice. */
const MAX_ATTEMPTS = 2
/** Seconds before it is sent once more: a server that was asked too early is still at work on the first. Our choice. */
const PAUSE_SECONDS = 1

/** A record that is on the account's own server. */
export interface Written {
  readonly uri: string
  readonly cid: string | null
  readonly raw: RawData
}

/** Where a record is to stand: its key is chosen before it is sent. */
export interface Place {
  readonly collection: string
  readonly key: string
}

/** True when a look-up says that the record is not there, as opposed to that nobody can say. */
function isAbsent(error: unknown): boolean {
  return NotFoundError.is(error) || (PlatformError.is(error) && error.raw['error'] === 'RecordNotFound')
}

/** Looks an own record up at the account's own server, which knows what was written at once. Null when it is not there. */
export async function findRecord(
  { collection, key: rkey }: Place,
  { http, connection }: Call,
): Promise<Written | null> {
  const query = { repo: connection.accountId, collection, rkey }
  try {
    const { data, raw } = await http.request('GET', '/xrpc/com.atproto.repo.getRecord', recordReply, {
      query,
    })
    return { uri: data.uri, cid: data.cid ?? null, raw }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** True when nobody knows what became of a write. */
function isLost(error: unknown): boolean {
  if (NetworkError.is(error)) return error.delivery !== 'NOT_SENT'
  return PlatformError.is(error) && error.isOutage
}

/** What is found where an answer was lost; null also when nobody can say. */
async function findLost(place: Place, call: Call): Promise<Written | null> {
  try {
    return await findRecord(place, call)
  } catch (error) {
    if (call.signal.aborted) throw error
    return null
  }
}

/** A record to write, and what is written with it. */
export interface WriteParts extends Place {
  readonly record: RawData
  /** Come out together with it or not at all, under the same key. */
  readonly companions?: readonly Companion[]
  /** Marks the request as the visible one of a publish. */
  readonly finish?: Finish
}

async function writeOne({ collection, key: rkey, record, finish }: WriteParts, call: Call): Promise<Written> {
  const json = { repo: call.connection.accountId, collection, rkey, record }
  const path = '/xrpc/com.atproto.repo.createRecord'
  const { data, raw } = await call.http.request('POST', path, writtenReply, {
    json,
    ...(finish && { finish }),
  })
  return { uri: data.uri, cid: data.cid, raw }
}

async function writeTogether(parts: WriteParts, call: Call): Promise<Written> {
  const { collection, key: rkey, record, companions = [], finish } = parts
  const repo = call.connection.accountId
  const writes = [{ collection, record }, ...companions].map((one) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection: one.collection,
    rkey,
    value: one.record,
  }))
  const path = '/xrpc/com.atproto.repo.applyWrites'
  const options = { json: { repo, writes }, ...(finish && { finish }) }
  const { data, raw } = await call.http.request('POST', path, appliedReply, options)
  const [{ uri, cid }] = data.results
  return { uri, cid, raw }
}

/**
 * Writes a record under a key that was chosen before. Where the answer is lost the record is looked up; where it is not
 * there it is sent once more: under one key there is one record, however often it is sent. A server that has it already
 * answers the repeat with 500, and the look-up behind that finds it.
 *
 * @throws What the last try ended in, when the record is not found behind it.
 */
export async function writeRecord(parts: WriteParts, call: Call): Promise<Written> {
  const isAlone = (parts.companions ?? []).length === 0
  for (let tries = 1; ; tries += 1)
    try {
      return await (isAlone ? writeOne(parts, call) : writeTogether(parts, call))
    } catch (error) {
      if (!isLost(error) || call.signal.aborted) throw error
      const found = await findLost(parts, call)
      if (found) return found
      if (tries >= MAX_ATTEMPTS) throw error
      await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
    }
}
