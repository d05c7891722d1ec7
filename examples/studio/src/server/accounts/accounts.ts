import type { DatabaseSync } from 'node:sqlite'

import type { Connection, SocialClient } from '@social/core'

import type { AccountInfo } from '../../shared/accounts.js'
import type { Live } from '../live.js'
import { textOf, textOrNull } from '../storage/database.js'
import { shownPicture } from './people.js'

/** Account data that the studio stores. The library stores the tokens separately. */
export interface StoredAccount {
  readonly id: string
  readonly network: string
  readonly name: string
  readonly avatarUrl: string | null
}

/**
 * Stores the signed-in accounts, and for each account the position up to which its inbox was
 * polled.
 */
export class Accounts {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  all(): readonly StoredAccount[] {
    return this.#database
      .prepare('SELECT id, network, name, avatar_url FROM studio_accounts ORDER BY rowid')
      .all()
      .map((row) => ({
        id: textOf(row['id']),
        network: textOf(row['network']),
        name: textOf(row['name']),
        avatarUrl: textOrNull(row['avatar_url']),
      }))
  }

  has(id: string): boolean {
    return this.#database.prepare('SELECT 1 FROM studio_accounts WHERE id = ?').get(id) !== undefined
  }

  /**
   * Saves a connection. A repeated sign-in keeps the polling position, so that the studio reads no
   * update twice.
   */
  save(connection: Connection): void {
    const { id, platform, accountName } = connection
    this.#database
      .prepare(
        `INSERT INTO studio_accounts (id, network, name, avatar_url) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, avatar_url = excluded.avatar_url`,
      )
      .run(id, platform, accountName, shownPicture(connection.avatarUrl))
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM studio_accounts WHERE id = ?').run(id)
  }

  marker(id: string): string | null {
    const row = this.#database.prepare('SELECT marker FROM studio_accounts WHERE id = ?').get(id)
    return textOrNull(row?.['marker'])
  }

  saveMarker(id: string, marker: string): void {
    this.#database.prepare('UPDATE studio_accounts SET marker = ? WHERE id = ?').run(marker, id)
  }
}

/** Returns all accounts, each with its connection health and the required action. */
export async function describeAccounts(parts: {
  readonly social: SocialClient
  readonly accounts: Accounts
}): Promise<readonly AccountInfo[]> {
  const { social, accounts } = parts
  return Promise.all(
    accounts.all().map(async (account) => {
      const [health, connection] = await Promise.all([
        social.health(account.id),
        social.storage.getConnection(account.id),
      ])
      return {
        ...account,
        host: connection?.host ?? null,
        scopes: connection?.scopes ?? [],
        health: health.state,
        problem: health.userMessage,
        since: health.since?.toISOString() ?? null,
        accessExpiresAt: health.accessExpiresAt?.toISOString() ?? null,
        refreshExpiresAt: health.refreshExpiresAt?.toISOString() ?? null,
      }
    }),
  )
}

const EVERY_SECONDS = 3

/**
 * Notifies the open pages when the state of an account changes, for example when its token
 * expires.
 */
export async function watchAccounts(parts: {
  readonly social: SocialClient
  readonly accounts: Accounts
  readonly live: Live
  readonly stopping: AbortSignal
}): Promise<void> {
  const { social, live, stopping } = parts
  let reported = ''
  while (!stopping.aborted) {
    const infos = await describeAccounts(parts)
    const seen = JSON.stringify(infos)
    if (reported !== '' && reported !== seen) live.notify('accounts', infos)
    reported = seen
    await social.clock.sleep(EVERY_SECONDS, { signal: stopping }).catch(() => null)
  }
}
