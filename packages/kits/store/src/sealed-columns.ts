import { appPlace, connectionPlace } from './stored-connections.js'
import { receiptPlace, resultPlace } from './stored-journal.js'
import { notesPlace } from './stored-notes.js'

/** All sealed columns of a database. `place` returns the row name to which the seal is bound. */
export const SEALED_COLUMNS: readonly {
  readonly table: string
  readonly column: string
  readonly place: (id: string) => string
}[] = [
  { table: 'social_connections', column: 'body', place: connectionPlace },
  { table: 'social_apps', column: 'body', place: appPlace },
  { table: 'social_login_notes', column: 'body', place: notesPlace },
  { table: 'social_journal', column: 'receipt', place: receiptPlace },
  { table: 'social_journal', column: 'result', place: resultPlace },
]
