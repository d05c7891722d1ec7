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

/** What each kind of record holds. */
export interface RecordValues {
  readonly CONNECTION: Connection
  readonly APP_CREDENTIALS: AppCredentials
  readonly UPDATE: Update
  readonly RECEIPT: Receipt
  readonly POST_RESULT: PostResult
  readonly MESSAGE: Message
}

/** What a record can hold. */
export type RecordKind = keyof RecordValues

/** Plain JSON with the secrets in it: what a store keeps, and keeps safe. */
export type StoredRecord<K extends RecordKind = RecordKind> = JsonObject & {
  readonly kind: K
  readonly version: 1
}

/** Written into every record. One of a later version is refused, never half read. */
const VERSION = 1

interface Codec<T> {
  readonly name: string
  /** A field that no other kind has. Objects are told apart by it, because they may come from another copy of the package. */
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
const KINDS = Object.keys(CODECS) as RecordKind[] // the keys of CODECS are exactly the kinds

/** As `toRecord`, where the kind is known. */
export function recordOf<K extends RecordKind>(kind: K, value: RecordValues[K]): StoredRecord<K> {
  const codec: Codec<RecordValues[K]> = CODECS[kind]
  const fields = toPlainJson(codec.write(value), codec.name) as JsonObject // it makes an object of an object
  return Object.assign(fields, { kind, version: VERSION } as const)
}

/**
 * Makes a record of a connection, an app, an update, a receipt, a post result or a message: plain JSON, secrets
 * included, that `fromRecord` turns back into the same object. Keep it as you keep passwords.
 *
 * @throws ConfigError when a secret is missing or hidden, or something in it is not JSON.
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
  // The sign shows that it is a value of that kind.
  if (typeof value === 'object' && value !== null)
    for (const kind of KINDS) if (CODECS[kind].sign in value) return recordOf(kind, value as never)
  throw new ConfigError(
    'toRecord takes a Connection, AppCredentials, Update, Receipt, PostResult or Message, and nothing else.',
  )
}

function read<K extends RecordKind>(value: unknown, kind: K): RecordValues[K] {
  const codec: Codec<RecordValues[K]> = CODECS[kind]
  const record = new RecordReader(value, codec.name)
  const found = record.value('kind')
  const version = record.value('version')
  if (found !== kind)
    throw new ConfigError(
      `The stored ${codec.name} is no record of one: its kind is ${KINDS.find((each) => each === found) ?? 'not one of ours'}. Save toRecord(value), not the object itself.`,
    )
  if (version !== VERSION)
    throw new ConfigError(
      `The stored ${codec.name} has version ${typeof version === 'number' ? version : 'of another kind'}; this @social/core reads version ${VERSION}. Update @social/core.`,
    )
  return codec.read(record)
}

/**
 * Gives back what `toRecord` made a record of, whatever kind it is.
 *
 * @throws ConfigError when it is no record, is of a later version, or its token is missing or hidden.
 */
export function fromRecord<K extends RecordKind>(record: StoredRecord<K>): RecordValues[K]
export function fromRecord(record: unknown): RecordValues[RecordKind]
export function fromRecord(record: unknown): RecordValues[RecordKind] {
  const found = new RecordReader(record, 'record').value('kind')
  const kind = KINDS.find((each) => each === found)
  if (kind === undefined)
    throw new ConfigError(
      'This is no record: its kind is missing or unknown. Save toRecord(connection), not the connection itself.',
    )
  return read(record, kind)
}

/** As `fromRecord`, for what must be a connection. @throws ConfigError when it is not. */
export const connectionFromRecord = (record: unknown): Connection => read(record, 'CONNECTION')
/** As `fromRecord`, for what must be app credentials. @throws ConfigError when it is not. */
export const appFromRecord = (record: unknown): AppCredentials => read(record, 'APP_CREDENTIALS')
/** As `fromRecord`, for what must be an update. @throws ConfigError when it is not. */
export const updateFromRecord = (record: unknown): Update => read(record, 'UPDATE')
/** As `fromRecord`, for what must be a receipt. @throws ConfigError when it is not. */
export const receiptFromRecord = (record: unknown): Receipt => read(record, 'RECEIPT')
/** As `fromRecord`, for what must be a post result. @throws ConfigError when it is not. */
export const postResultFromRecord = (record: unknown): PostResult => read(record, 'POST_RESULT')
/** As `fromRecord`, for what must be a message. @throws ConfigError when it is not. */
export const messageFromRecord = (record: unknown): Message => read(record, 'MESSAGE')
