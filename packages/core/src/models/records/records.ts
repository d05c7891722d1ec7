import { ConfigError } from '../../errors/index.js'
import type { AppCredentials } from '../access/app-credentials.js'
import type { Connection } from '../access/connection.js'
import type { Message } from '../messages.js'
import type { PostResult } from '../post.js'
import type { JsonObject, Receipt } from '../receipt.js'
import type { Update } from '../update.js'
import { toPlainJson } from '../values/plain-json.js'
import { RecordReader } from './record-reader.js'
import * as readers from './record-readers.js'
import * as writers from './record-writers.js'

/** Type of the value for each kind of record. */
export interface RecordValues {
  readonly CONNECTION: Connection
  readonly APP_CREDENTIALS: AppCredentials
  readonly UPDATE: Update
  readonly RECEIPT: Receipt
  readonly POST_RESULT: PostResult
  readonly MESSAGE: Message
}

/** Name of a kind of stored record. */
export type RecordKind = keyof RecordValues

/** Plain JSON for a store. The record contains secrets, so protect it like passwords. */
export type StoredRecord<K extends RecordKind = RecordKind> = JsonObject & {
  readonly kind: K
  readonly version: 1
}

/**
 * Version of the record format, which every record contains. Records with a later version are
 * refused.
 */
const VERSION = 1

interface Codec<T> {
  readonly name: string
  /**
   * Field that only values of this kind have. It identifies a value, also if another copy of the
   * package created it.
   */
  readonly sign: string
  write(value: T): writers.Fields
  read(record: RecordReader): T
}

const CODECS: { readonly [K in RecordKind]: Codec<RecordValues[K]> } = {
  CONNECTION: {
    name: 'connection',
    sign: 'accountId',
    write: writers.connectionFields,
    read: readers.readConnection,
  },
  APP_CREDENTIALS: { name: 'app', sign: 'clientId', write: writers.appFields, read: readers.readApp },
  UPDATE: { name: 'update', sign: 'kindName', write: writers.updateFields, read: readers.readUpdate },
  RECEIPT: { name: 'receipt', sign: 'createdAt', write: writers.receiptFields, read: readers.readReceipt },
  POST_RESULT: {
    name: 'post result',
    sign: 'isDone',
    write: writers.postResultFields,
    read: readers.readPostResult,
  },
  MESSAGE: { name: 'message', sign: 'sender', write: writers.messageFields, read: readers.readMessage },
}
const KINDS = Object.keys(CODECS) as RecordKind[] // safe cast: the type of CODECS requires exactly these keys

/** Converts a value of a known kind to a record, like `toRecord`. */
export function recordOf<K extends RecordKind>(kind: K, value: RecordValues[K]): StoredRecord<K> {
  const codec: Codec<RecordValues[K]> = CODECS[kind]
  const fields = toPlainJson(codec.write(value), codec.name) as JsonObject // safe cast: toPlainJson returns an object for an object
  return Object.assign(fields, { kind, version: VERSION } as const)
}

/**
 * Converts a connection, an app, an update, a receipt, a post result or a message to a record: plain JSON including
 * secrets. `fromRecord` converts it back. Protect the record like passwords.
 *
 * @throws ConfigError when a secret is missing or hidden, or a value is not JSON.
 * @example
 * await database.save(connection.id, JSON.stringify(toRecord(connection)))
 * const again = connectionFromRecord(JSON.parse(await database.read(connection.id)))
 */
export function toRecord(value: Connection): StoredRecord<'CONNECTION'>
export function toRecord(value: AppCredentials): StoredRecord<'APP_CREDENTIALS'>
export function toRecord(value: Update): StoredRecord<'UPDATE'>
export function toRecord(value: Receipt): StoredRecord<'RECEIPT'>
export function toRecord(value: PostResult): StoredRecord<'POST_RESULT'>
export function toRecord(value: Message): StoredRecord<'MESSAGE'>
export function toRecord(value: RecordValues[RecordKind]): StoredRecord {
  // The `sign` field of each codec shows which kind the value has.
  if (typeof value === 'object' && value !== null)
    for (const kind of KINDS) if (CODECS[kind].sign in value) return recordOf(kind, value as never)
  throw new ConfigError(
    'toRecord takes a Connection, AppCredentials, Update, Receipt, PostResult or Message.',
  )
}

function read<K extends RecordKind>(value: unknown, kind: K): RecordValues[K] {
  const codec: Codec<RecordValues[K]> = CODECS[kind]
  const record = new RecordReader(value, codec.name)
  const found = record.value('kind')
  const version = record.value('version')
  if (found !== kind)
    throw new ConfigError(
      `The stored ${codec.name} is not a valid record: its kind is ${KINDS.find((each) => each === found) ?? 'unknown'}. Save toRecord(value), not the object itself.`,
    )
  if (version !== VERSION)
    throw new ConfigError(
      `The stored ${codec.name} has version ${typeof version === 'number' ? version : 'of the wrong type'}. This @social/core reads version ${VERSION}. Update @social/core.`,
    )
  return codec.read(record)
}

/**
 * Converts a record of any kind back to its value.
 *
 * @throws ConfigError when the value is not a record, has a later version, or its token is missing or hidden.
 */
export function fromRecord<K extends RecordKind>(record: StoredRecord<K>): RecordValues[K]
export function fromRecord(record: unknown): RecordValues[RecordKind]
export function fromRecord(record: unknown): RecordValues[RecordKind] {
  const found = new RecordReader(record, 'record').value('kind')
  const kind = KINDS.find((each) => each === found)
  if (kind === undefined)
    throw new ConfigError(
      'The value is not a record: its kind is missing or unknown. Save toRecord(connection), not the connection itself.',
    )
  return read(record, kind)
}

/** Converts a record to a connection. @throws ConfigError for any other value. */
export const connectionFromRecord = (record: unknown): Connection => read(record, 'CONNECTION')
/** Converts a record to app credentials. @throws ConfigError for any other value. */
export const appFromRecord = (record: unknown): AppCredentials => read(record, 'APP_CREDENTIALS')
/** Converts a record to an update. @throws ConfigError for any other value. */
export const updateFromRecord = (record: unknown): Update => read(record, 'UPDATE')
/** Converts a record to a receipt. @throws ConfigError for any other value. */
export const receiptFromRecord = (record: unknown): Receipt => read(record, 'RECEIPT')
/** Converts a record to a post result. @throws ConfigError for any other value. */
export const postResultFromRecord = (record: unknown): PostResult => read(record, 'POST_RESULT')
/** Converts a record to a message. @throws ConfigError for any other value. */
export const messageFromRecord = (record: unknown): Message => read(record, 'MESSAGE')
