import { type Connection, makePerson, type Person, pictureUrl } from '@social/core/platform'

import type { AccountReply } from '../schemas.js'

/** A handle that says where it belongs; the server leaves its own name out. */
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

/** The server a connection belongs to. */
export function hostOf(connection: Connection): string {
  return connection.host ?? connection.accountId.slice(0, connection.accountId.lastIndexOf(':'))
}

/** The account's id on its server: what stands in paths and in replies. */
export function serverAccountId(connection: Connection): string {
  const { serverAccountId: kept } = connection.extra
  return typeof kept === 'string'
    ? kept
    : connection.accountId.slice(connection.accountId.lastIndexOf(':') + 1)
}
