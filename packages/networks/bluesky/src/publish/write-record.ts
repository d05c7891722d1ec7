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

/** Maximum attempts to write a record in one call. Our choice. */
const MAX_ATTEMPTS = 2
/**
 * Seconds before the second attempt, because the server may still be processing the first one. Our
 * choice.
 */
const PAUSE_SECONDS = 1

/** A record that exists on the account's own server. */
export interface Written {
  readonly uri: string
  readonly cid: string | null
  readonly raw: RawData
}

/** Collection and key of a record. The key is chosen before the request. */
export interface Place {
  readonly collection: string
  readonly key: string
}

/**
 * Returns true if the server reports that a record does not exist. Returns false for other
 * failures.
 */
function isAbsent(error: unknown): boolean {
  return NotFoundError.is(error) || (PlatformError.is(error) && error.raw['error'] === 'RecordNotFound')
}

/**
 * Reads an own record. Reads it from the account's own server, which has new records immediately.
 * Returns null when the record does not exist.
 */
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

/** Returns true if the server may have written the record. */
function isLost(error: unknown): boolean {
  if (NetworkError.is(error)) return error.delivery !== 'NOT_SENT'
  return PlatformError.is(error) && error.isOutage
}

/**
 * Reads a record whose response was lost. Returns null when the record does not exist or cannot be
 * read.
 */
async function findLost(place: Place, call: Call): Promise<Written | null> {
  try {
    return await findRecord(place, call)
  } catch (error) {
    if (call.signal.aborted) throw error
    return null
  }
}

/** A record to write, and the records that are written together with it. */
export interface WriteParts extends Place {
  readonly record: RawData
  /** Records that are written in the same transaction and with the same key as this record. */
  readonly companions?: readonly Companion[]
  /** Set for the request that publishes a post. Contains the data for the receipt. */
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
 * Writes a record with a key that was chosen before. If the response is lost, reads the record,
 * and writes it again if it does not exist. Writing again is safe, because a key has at most one
 * record. A server that already has the record returns 500, and the next read finds the record.
 *
 * @throws The error of the last attempt, when the record is not found after it.
 */
export async function writeRecord(parts: WriteParts, call: Call): Promise<Written> {
  const isAlone = (parts.companions ?? []).length === 0
  for (let attempt = 1; ; attempt += 1)
    try {
      return await (isAlone ? writeOne(parts, call) : writeTogether(parts, call))
    } catch (error) {
      if (!isLost(error) || call.signal.aborted) throw error
      const found = await findLost(parts, call)
      if (found) return found
      if (attempt >= MAX_ATTEMPTS) throw error
      await call.clock.sleep(PAUSE_SECONDS, { signal: call.signal })
    }
}
