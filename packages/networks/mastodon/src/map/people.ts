import { type Connection, makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { AccountReply } from '../schemas.js'

/**
 * Returns a handle that includes the server. Mastodon omits the server for accounts of the same
 * server.
 */
export function toHandle(acct: string, host: string): string {
  return acct.includes('@') ? acct : `${acct}@${host}`
}

/** Converts an Account entity to a person. */
export function toPerson(account: AccountReply, host: string): Person {
  return makePerson({
    id: account.id,
    handle: toHandle(account.acct, host),
    displayName: account.display_name || null,
    avatarUrl: pictureUrl(account.avatar),
    url: pictureUrl(account.url),
    raw: account,
  })
}

/** Returns the host of the connection's server. */
export function hostOf(connection: Connection): string {
  return connection.host ?? connection.accountId.slice(0, connection.accountId.lastIndexOf(':'))
}

/** Returns the account's id on its server, which requests and responses use. */
export function serverAccountId(connection: Connection): string {
  const { serverAccountId: kept } = connection.extra
  return typeof kept === 'string'
    ? kept
    : connection.accountId.slice(connection.accountId.lastIndexOf(':') + 1)
}
