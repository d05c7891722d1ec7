import { createHash } from 'node:crypto'

import { ConfigError } from '@social/core/store'
import { isPermit, makePermit, SEALED_COLUMNS } from '@social/store-kit'

import type { Settings } from './options.js'
import { assertAdjacent } from './schema.js'
import type { Ask, CallLimits, Database } from './server/database.js'
import { type Row, textAt } from './server/pool.js'

/** Seconds after which a call checks the tables' version again. */
const QUERY_AGAIN_SECONDS = 60
/**
 * Maximum bytes of an indexed id. PostgreSQL limits an index row to less than a third of a page of
 * 8,192 bytes.
 */
const MAX_ID_BYTES = 1_000

/**
 * Returns the row id for a text: the text itself, or its digest. The digest is used for a long text, for a text that
 * PostgreSQL cannot store, and for a text in the form of a digest.
 */
export function rowIdOf(text: string): string {
  const isPlain =
    Buffer.byteLength(text) <= MAX_ID_BYTES && !text.includes('\0') && !text.startsWith('sha256:')
  return isPlain ? text : `sha256:${createHash('sha256').update(text).digest('base64url')}`
}

/**
 * Runs statements on the tables of one schema. Before the first use, the tables' version and the
 * keys are checked.
 */
export class Tables {
  readonly #database: Database
  readonly #settings: Settings
  /** Statements in which `%` has been replaced by the schema's name. */
  readonly #texts = new Map<string, string>()
  #checking: Promise<void> | null = null
  #checkedUntil = 0

  constructor(database: Database, settings: Settings) {
    this.#database = database
    this.#settings = settings
  }

  /** Runs a statement and returns all its rows. `%` in the statement is replaced by the schema's name. */
  rows(text: string, values: readonly unknown[], limits: CallLimits): Promise<readonly Row[]> {
    if (this.#settings.clock.monotonic() < this.#checkedUntil)
      return this.#database.rows(this.#textOf(text), values, limits)
    return this.#check(limits).then(() => this.#database.rows(this.#textOf(text), values, limits))
  }

  /**
   * Returns whether rows in plain text are accepted. The answer is read each time, because any
   * process may change it.
   */
  async areUnsealedBelieved(): Promise<boolean> {
    const { ring } = this.#settings
    if (ring === null) return true
    const rows = await this.rows('SELECT key_name, proof FROM %.social_unsealed', [], {
      what: 'Unsealing',
    })
    return rows.some((row) => isPermit(ring, { keyName: textAt(row, 0), proof: textAt(row, 1) }))
  }

  /** Makes the next call check the tables again. */
  forgetCheck(): void {
    this.#checkedUntil = 0
  }

  #textOf(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const made = text.replaceAll('%', `"${this.#settings.schema}"`)
    this.#texts.set(text, made)
    return made
  }

  /**
   * Starts one check for all concurrent callers. The check uses the first caller's limits, without
   * its signal.
   */
  #check({ what }: CallLimits): Promise<void> {
    this.#checking ??= this.#runCheck({ what }).finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  async #runCheck(limits: CallLimits): Promise<void> {
    const { schema, ring, clock } = this.#settings
    const text = this.#textOf(
      'SELECT version, (SELECT string_agg(name, $1) FROM %.social_keys) FROM %.social_schema',
    )
    const [row] = await this.#database.rows(text, [' '], limits)
    assertAdjacent(Number(row?.[0] ?? 0), schema)
    const used = (row?.[1] ?? '').split(' ').filter(Boolean)
    this.#mustFit(used)
    if (ring !== null && !used.includes(ring.newest))
      await this.#database.transaction(limits, (ask) => this.#addKey(ask, ring.newest))
    this.#checkedUntil = clock.monotonic() + QUERY_AGAIN_SECONDS
  }

  /** Throws immediately if a key is missing or wrong, instead of when the first account is read. */
  #mustFit(used: readonly string[]): void {
    const { ring, schema } = this.#settings
    if (used.length === 0) return
    if (ring === null)
      throw new ConfigError(
        `The schema "${schema}" is sealed. Pass the key it was sealed with to postgresStores.`,
      )
    const missing = used.filter((name) => ring.find(name) === null)
    if (missing.length > 0)
      throw new ConfigError(
        `The schema "${schema}" is sealed with the key "${missing.join('", "')}", which is missing from keys. Add it to keys, after the newest. It can be removed after reseal() has run with both.`,
      )
  }

  /**
   * Registers the first key. Rows written before the first key are in plain text and get a permit.
   * If any value is already encrypted, a key was used before and its name was deleted, so no
   * permit is given. Another process may register the key first.
   */
  async #addKey(ask: Ask, name: string): Promise<void> {
    const { ring } = this.#settings
    if (ring === null) return
    await ask(this.#textOf('SELECT version FROM %.social_schema FOR UPDATE'))
    const names = await ask(this.#textOf('SELECT name FROM %.social_keys'))
    if (names.length === 0) {
      const [row] = await ask(this.#textOf(`SELECT (${holdsText('=')}) AND NOT (${holdsText('<>')})`))
      const { keyName, proof } = makePermit(ring)
      if (row?.[0] === 't')
        await ask(this.#textOf('INSERT INTO %.social_unsealed (key_name, proof) VALUES ($1, $2)'), [
          keyName,
          proof,
        ])
    }
    await ask(this.#textOf('INSERT INTO %.social_keys (name) VALUES ($1) ON CONFLICT DO NOTHING'), [name])
  }
}

/**
 * Returns the condition for a table that contains JSON (`=`) or an encrypted value (`<>`). JSON
 * starts with a brace, and an encrypted value never does.
 */
const holdsText = (comparison: '=' | '<>'): string =>
  SEALED_COLUMNS.map(
    ({ table, column }) => `EXISTS (SELECT FROM %.${table} WHERE substr(${column}, 1, 1) ${comparison} '{')`,
  ).join(' OR ')
