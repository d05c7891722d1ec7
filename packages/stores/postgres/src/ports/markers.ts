import { type Markers, portArguments } from '@social/core/store'
import { InTurn } from '@social/store-kit'

import type { Tables } from '../tables.js'
import { VersionedRows } from './versioned-rows.js'

/** Stores polling cursors in PostgreSQL. */
export class PostgresMarkers implements Markers {
  readonly #rows: VersionedRows
  readonly #writes = new InTurn()

  constructor(tables: Tables) {
    this.#rows = new VersionedRows(tables, 'social_markers')
  }

  async load(connectionId: string, feed: string): Promise<string | null> {
    portArguments.markers.load(connectionId, feed)
    const row = await this.#rows.read(JSON.stringify([connectionId, feed]), 'markers.load')
    return row?.body ?? null
  }

  async save(connectionId: string, feed: string, marker: string): Promise<void> {
    portArguments.markers.save(connectionId, feed, marker)
    const id = JSON.stringify([connectionId, feed])
    return this.#writes.run(id, () => this.#rows.save(id, marker, 'markers.save'))
  }
}
