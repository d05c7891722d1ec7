import { type Connection, makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { AccountReply } from '../schemas.js'

/** Handle with its server. Mastodon omits the server for its own accounts. */
export function toHandle(acct: string, host: string): string {
  return acct.includes('@') ? acct : `${acct}@${host}`
}

/** An Account as a person. */
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

/** Host of the connection's server. */
export function hostOf(connection: Connection): string {
  return connection.host ?? connection.accountId.slice(0, connection.accountId.lastIndexOf(':'))
}

/** Id of the account on its server, as used in paths and responses. */
export function serverAccountId(connection: Connection): string {
  const { serverAccountId: kept } = connection.extra
  return typeof kept === 'string'
    ? kept
    : connection.accountId.slice(connection.accountId.lastIndexOf(':') + 1)
}
