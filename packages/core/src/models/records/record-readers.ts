import { ConfigError, Todo } from '../../errors/index.js'
import { AppCredentials, type AppRegistration } from '../access/app-credentials.js'
import { type ConnectionProblem, makeConnectionProblem } from '../access/connection-problem.js'
import { Connection } from '../access/connection.js'
import { Token, type TokenKind } from '../access/token.js'
import { PostState } from '../enumerations.js'
import type { Message } from '../messages.js'
import { type PostFailure, storedFailure } from '../post-failure.js'
import { makePostResult, type PostResult } from '../post.js'
import { type Attachment, makeAttachment, makePerson, type Person } from '../reading.js'
import type { Receipt } from '../receipt.js'
import { makeUpdate, type Update, UpdateAction } from '../update.js'
import { model } from '../values/hidden.js'
import { RecordReader } from './record-reader.js'

const STATES = Object.values(PostState)
const ACTIONS = Object.values(UpdateAction)
const TODOS = Object.values(Todo)

function readToken(value: unknown): Token {
  const token = new RecordReader(value, 'token')
  return new Token({
    accessToken: token.secret('accessToken'),
    refreshToken: token.optionalSecret('refreshToken'),
    proofKey: token.optionalSecret('proofKey'),
    kind: token.value('kind') === null ? 'BEARER' : token.word<TokenKind>('kind', ['BEARER', 'DPOP']),
    expiresAt: token.optionalMoment('expiresAt'),
    refreshTokenExpiresAt: token.optionalMoment('refreshTokenExpiresAt'),
  })
}

/** Reads the problem of a connection. An unreadable problem is ignored, because the connection is valid without it. */
function readProblem(value: unknown): ConnectionProblem | null {
  if (value === null) return null
  try {
    const problem = new RecordReader(value, 'problem')
    return makeConnectionProblem({
      code: problem.text('code'),
      reason: problem.optionalText('reason'),
      operation: problem.text('operation'),
      since: problem.moment('since'),
      message: problem.text('message'),
      userTexts: problem.textsByName('userTexts'),
    })
  } catch {
    return null
  }
}

export function readConnection(record: RecordReader): Connection {
  const connection = new Connection({
    platform: record.text('platform'),
    accountId: record.text('accountId'),
    accountName: record.text('accountName'),
    host: record.optionalText('host'),
    token: readToken(record.value('token')),
    scopes: record.texts('scopes'),
    extra: record.object('extra'),
    avatarUrl: record.optionalText('avatarUrl'),
    problem: readProblem(record.value('problem')),
  })
  const id = record.optionalText('id')
  if (id !== null && id !== connection.id)
    throw new ConfigError(
      `The stored connection has the id ${id}, but its platform and account give ${connection.id}. The record was changed.`,
    )
  return connection
}

export function readApp(record: RecordReader): AppCredentials {
  return new AppCredentials({
    platform: record.text('platform'),
    host: record.optionalText('host'),
    clientId: record.text('clientId'),
    clientSecret: record.nullableSecret('clientSecret'),
    registration: readRegistration(record.value('registration')),
  })
}

function readRegistration(value: unknown): AppRegistration | null {
  if (value === null) return null
  const record = new RecordReader(value, 'registration')
  return {
    name: record.text('name'),
    redirectUri: record.text('redirectUri'),
    scopes: record.texts('scopes'),
  }
}

function readPerson(value: unknown, name: string): Person {
  const person = new RecordReader(value, name)
  return makePerson({
    id: person.text('id'),
    handle: person.optionalText('handle'),
    displayName: person.optionalText('displayName'),
    avatarUrl: person.optionalText('avatarUrl'),
    url: person.optionalText('url'),
    raw: person.object('raw'),
  })
}

function readAttachment(value: unknown, name: string): Attachment {
  const attachment = new RecordReader(value, name)
  return makeAttachment({
    kind: attachment.text('kind'),
    url: attachment.optionalText('url'),
    previewUrl: attachment.optionalText('previewUrl'),
    altText: attachment.optionalText('altText'),
    width: attachment.optionalNumber('width'),
    height: attachment.optionalNumber('height'),
    raw: attachment.object('raw'),
  })
}

export function readUpdate(record: RecordReader): Update {
  const actor = record.value('actor')
  return makeUpdate({
    id: record.text('id'),
    kind: record.text('updateKind'),
    kindName: record.text('kindName'),
    platform: record.text('platform'),
    connectionId: record.text('connectionId'),
    timestamp: record.moment('timestamp'),
    actor: actor === null ? null : readPerson(actor, 'actor'),
    postId: record.optionalText('postId'),
    aboutPostId: record.optionalText('aboutPostId'),
    threadRootId: record.optionalText('threadRootId'),
    conversationId: record.optionalText('conversationId'),
    parentId: record.optionalText('parentId'),
    text: record.optionalText('text'),
    attachments: record.list('attachments', readAttachment),
    rating: record.optionalNumber('rating'),
    url: record.optionalText('url'),
    isOwn: record.flag('isOwn'),
    actions: record.texts('actions').flatMap((name) => ACTIONS.find((action) => action === name) ?? []),
    raw: record.object('raw'),
    envelope: record.object('envelope'),
  })
}

export function readReceipt(record: RecordReader): Receipt {
  return Object.freeze({
    version: 1,
    platform: record.text('platform'),
    step: record.word('step', ['PREPARE', 'WAIT', 'FINISH']),
    data: record.json('data'),
    createdAt: record.moment('createdAt'),
    repeatableUntil: record.optionalMoment('repeatableUntil'),
    files: record.optionalText('files'),
  })
}

function readFailure(value: unknown): PostFailure | null {
  if (value === null) return null
  const failure = new RecordReader(value, 'failure')
  const fields = {
    code: failure.text('code'),
    message: failure.text('message'),
    todo: failure.word('todo', TODOS),
  }
  return storedFailure(fields, failure.textsByName('userTexts'))
}

export function readPostResult(record: RecordReader): PostResult {
  return makePostResult({
    id: record.text('id'),
    url: record.optionalText('url'),
    state: record.word('state', STATES),
    cid: record.optionalText('cid'),
    idempotencyKey: record.optionalText('idempotencyKey'),
    notice: record.optionalText('notice'),
    failure: readFailure(record.value('failure')),
    raw: record.object('raw'),
  })
}

export function readMessage(record: RecordReader): Message {
  return model({
    id: record.text('id'),
    conversationId: record.text('conversationId'),
    sender: readPerson(record.value('sender'), 'sender'),
    text: record.text('text'),
    sentAt: record.moment('sentAt'),
    isMine: record.flag('isMine'),
    deleted: record.flag('deleted'),
    attachments: record.list('attachments', readAttachment),
    raw: record.object('raw'),
  })
}
