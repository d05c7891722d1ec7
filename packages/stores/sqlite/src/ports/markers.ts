import { type Markers, portArguments } from '@social/core/store'

import { type Session, textOf } from '../file/session.js'

const SELECT = 'SELECT marker FROM social_markers WHERE connection_id = ? AND feed = ?'
const SAVE = `INSERT INTO social_markers (connection_id, feed, marker) VALUES (?, ?, ?)
  ON CONFLICT (connection_id, feed) DO UPDATE SET marker = excluded.marker`

/** Stores polling cursors in the file. */
export class SqliteMarkers implements Markers {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async load(connectionId: string, feed: string): Promise<string | null> {
    portArguments.markers.load(connectionId, feed)
    const row = this.#session.row(SELECT, connectionId, feed)
    return row === null ? null : textOf(row, 'marker')
  }

  async save(connectionId: string, feed: string, marker: string): Promise<void> {
    portArguments.markers.save(connectionId, feed, marker)
    this.#session.write(SAVE, connectionId, feed, marker)
  }
}
