import { ConfigError } from '@social/core/store'

import { numberOf, type Session } from './file/session.js'

/** Tables of one package in the file, with the steps that create and change them. */
export interface Tables {
  /** Name of the table that contains the version, such as `social_schema`. */
  readonly versionTable: string
  /**
   * Migration steps, one for each version of the schema. A published step is never changed,
   * because existing files have run it.
   *
   * During a deploy the code of two adjacent versions runs side by side: the first newer process
   * migrates the file while older processes still use it. So a step only adds: a table, an index,
   * or a column that is nullable or has a default. The previous version's code must work with the
   * result.
   */
  readonly steps: readonly string[]
  /** Name of the package in error messages. */
  readonly packageName: string
}

function versionOf(session: Session, table: string): number {
  const found = session.row("SELECT 1 AS there FROM sqlite_schema WHERE type = 'table' AND name = ?", table)
  if (found === null) return 0
  const row = session.row(`SELECT version FROM ${table}`)
  return row === null ? 0 : numberOf(row, 'version')
}

/**
 * Migrates the tables of a package to this version in one transaction. Other tables stay
 * unchanged. Tables that are one version newer stay unchanged too.
 *
 * @throws ConfigError if the tables are more than one version newer.
 */
export function migrate(session: Session, path: string, tables: Tables): void {
  const { versionTable, steps, packageName } = tables
  const supported = steps.length
  if (versionOf(session, versionTable) === supported) return
  session.transaction(() => {
    // The version is read again, because another process may have migrated while this process
    // waited.
    const version = versionOf(session, versionTable)
    if (version > supported + 1)
      throw new ConfigError(
        `${path} has version ${version} of the tables; this ${packageName} supports version ${supported} and accepts at most ${supported + 1}. Update ${packageName}.`,
      )
    if (version > supported) return
    if (version === 0)
      session.script(
        `CREATE TABLE IF NOT EXISTS ${versionTable} (version INTEGER NOT NULL) STRICT; INSERT INTO ${versionTable} VALUES (0)`,
      )
    for (const step of steps.slice(version)) session.script(step)
    session.write(`UPDATE ${versionTable} SET version = ?`, supported)
  })
}
