import { appPlace, connectionPlace, notesPlace, receiptPlace, resultPlace } from '@social/store-kit'

/** Every column that is sealed, and what its seal says. */
export const SEALED: readonly {
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
