import { ConfigError } from '../../errors/index.js'
import { renderTexts } from '../../errors/user-messages/stored-texts.js'
import type { AppCredentials } from '../access/app-credentials.js'
import type { Connection } from '../access/connection.js'
import type { Token } from '../access/token.js'
import type { Message } from '../messages.js'
import type { PostFailure } from '../post-failure.js'
import type { PostResult } from '../post.js'
import type { Attachment, Person } from '../reading.js'
import type { Receipt } from '../receipt.js'
import type { Update } from '../update.js'
import { HIDDEN } from '../values/hidden.js'

/** Fields of a record that `toPlainJson` has not checked yet. */
export type Fields = Readonly<Record<string, unknown>>

function presentSecret(secret: unknown, what: string): string {
  if (typeof secret === 'string' && secret !== '' && secret !== HIDDEN) return secret
  throw new ConfigError(
    `${what} is missing or hidden: the object was spread, printed or read from JSON. Pass the original object to toRecord. To change a connection, call connection.with(...).`,
  )
}

function tokenFields(token: Token): Fields {
  return {
    accessToken: presentSecret(token.accessToken, 'Token.accessToken'),
    refreshToken:
      token.refreshToken === null ? null : presentSecret(token.refreshToken, 'Token.refreshToken'),
    proofKey: token.proofKey === null ? null : presentSecret(token.proofKey, 'Token.proofKey'),
    kind: token.kind,
    expiresAt: token.expiresAt,
    refreshTokenExpiresAt: token.refreshTokenExpiresAt,
  }
}

export function connectionFields(connection: Connection): Fields {
  const { id, platform, host, accountId, accountName, token, scopes, extra, avatarUrl } = connection
  // A connection of an older copy of the package has no `problem`.
  const problem = connection.problem ?? null
  // A connection that was copied by spreading has the visible fields but lacks `extra`.
  if (typeof extra !== 'object' || extra === null) presentSecret(undefined, 'Connection.extra')
  return {
    id,
    platform,
    host,
    accountId,
    accountName,
    token: tokenFields(token),
    scopes,
    extra,
    avatarUrl,
    ...(problem && { problem: { ...problem } }),
  }
}

export function appFields(app: AppCredentials): Fields {
  const { platform, host, clientId, registration } = app
  return {
    platform,
    host,
    clientId,
    clientSecret:
      app.clientSecret === null ? null : presentSecret(app.clientSecret, 'AppCredentials.clientSecret'),
    ...(registration && { registration }),
  }
}

/** Spreading a person omits its hidden `raw`, so `raw` is added by name. */
const personFields = (person: Person): Fields => ({ ...person, raw: person.raw })
const attachmentFields = (attachment: Attachment): Fields => ({ ...attachment, raw: attachment.raw })

export function updateFields(update: Update): Fields {
  const { kind, actor, attachments, raw, envelope, ...rest } = update
  return {
    ...rest,
    updateKind: kind,
    actor: actor && personFields(actor),
    attachments: attachments.map(attachmentFields),
    raw,
    envelope,
  }
}

export function receiptFields(receipt: Receipt): Fields {
  const { platform, step, data, createdAt, repeatableUntil, files = null } = receipt
  return { platform, step, data, createdAt, repeatableUntil, files }
}

function failureFields(failure: PostFailure): Fields {
  const { code, message, todo } = failure
  return { code, message, todo, userTexts: renderTexts(failure) }
}

export function postResultFields(result: PostResult): Fields {
  const { id, url, state, cid, idempotencyKey, notice, failure, raw } = result
  return { id, url, state, cid, idempotencyKey, notice, failure: failure && failureFields(failure), raw }
}

export function messageFields(message: Message): Fields {
  const { id, conversationId, sender, text, sentAt, isMine, deleted, attachments, raw } = message
  return {
    id,
    conversationId,
    sender: personFields(sender),
    text,
    sentAt,
    isMine,
    deleted,
    attachments: attachments.map(attachmentFields),
    raw,
  }
}
